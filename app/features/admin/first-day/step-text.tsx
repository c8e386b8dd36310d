import type { FirstDayFacts, FirstDayStep, PaymentKeys } from '#domain/first-day.ts';

interface StepWords {
  title: string;
  why: string;
  /** Derived from the facts: the progress so far, or what to set where. */
  state?: (facts: FirstDayFacts) => React.ReactNode;
  /** Shown for a completed step, too. */
  doneState?: (facts: FirstDayFacts) => React.ReactNode;
  link?: { to: string; text: string };
}

export const stepWords: Record<FirstDayStep, StepWords> = {
  products: {
    title: 'Put your own products up for sale',
    why: 'Visitors can order whatever they see, so nothing of the demo catalog should be left.',
    state: ({ products: { own, demo } }) =>
      `${own} of your own, ${demo} from the demo catalog. Delete those, or rewrite them with pictures of yours.`,
    link: { to: '/admin/products', text: 'Open the catalog' },
  },
  delivery: {
    title: 'Say where you ship to and for how much',
    why: 'Until a zone has a rate, every parcel goes out free of charge.',
    link: { to: '/admin/delivery', text: 'Add a zone and a rate' },
  },
  tax: {
    title: 'Decide on sales tax',
    why: 'Until there is a rate, no tax is computed. Whether you owe any is a question for your accountant.',
    doneState: ({ tax: { rates } }) => (rates === 0 ? 'You said that you charge none.' : null),
    link: { to: '/admin/taxes', text: 'Add a rate' },
  },
  payments: {
    title: 'Connect payments',
    why: 'Only with live keys does money reach you.',
    state: ({ payments }) => (
      <>
        {describeKeys(payments)} Set <Variables names={payments.map(({ variable }) => variable)} />{' '}
        and what belongs to it in the environment. <Docs section="Configuration" />
      </>
    ),
    doneState: ({ payments }) => describeKeys(payments),
  },
  mail: {
    title: 'Send yourself a test email',
    why: 'Order confirmations and password resets are of use only if they arrive.',
    state: ({ mail: { server } }) =>
      server === 'smtp' ? null : (
        <>
          {server === 'simulated'
            ? 'Email is simulated: whatever is sent ends in the sandbox’s mailbox.'
            : 'There is no mail server: emails wait until there is one.'}{' '}
          Set <Variables names={['SMTP_URL']} /> in the environment.{' '}
          <Docs section="Configuration" />
        </>
      ),
  },
  order: {
    title: 'Place a test order',
    why: 'One purchase, paid and confirmed, shows that everything fits together.',
    state: ({ order: { liveSince } }) =>
      liveSince
        ? 'Nobody has paid since the live keys were connected. You can refund your order afterwards.'
        : 'It need not be real money until live keys are connected.',
    link: { to: '/products', text: 'Buy something' },
  },
  administrators: {
    title: 'Let a second person in',
    why: 'If you lose your phone or password, somebody else can still run the shop.',
    link: { to: '/admin/settings/administrators', text: 'Invite someone' },
  },
};

/** "Stripe and PayPal are simulated: nobody is charged." */
function describeKeys(payments: FirstDayFacts['payments']): string {
  const said: Record<PaymentKeys, (names: string, many: boolean) => string> = {
    live: (names, many) => `${names} ${many ? 'take' : 'takes'} real money.`,
    test: (names, many) => `${names} ${many ? 'have' : 'has'} test keys: no money moves.`,
    simulated: (names, many) => `${names} ${many ? 'are' : 'is'} simulated: nobody is charged.`,
    off: (names, many) => `${names} ${many ? 'are' : 'is'} off.`,
  };
  return (Object.keys(said) as PaymentKeys[])
    .flatMap((keys) => {
      const names = payments.filter((each) => each.keys === keys).map(({ label }) => label);
      return names.length > 0 ? said[keys](names.join(' and '), names.length > 1) : [];
    })
    .join(' ');
}

function Variables({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 ? ' or ' : null}
      <code className="text-[0.8125rem] wrap-anywhere text-ink">{name}</code>
    </span>
  ));
}

/** Project files have no URL, so they are referred to by name. */
function Docs({ section }: { section: string }) {
  return (
    <span>
      See <code className="text-[0.8125rem] text-ink">docs/operating.md</code>, “{section}”.
    </span>
  );
}

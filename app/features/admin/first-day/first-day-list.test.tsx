import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import DashboardScreen from '../dashboard/dashboard-screen.tsx';
import { TaxList } from '../taxes/tax-list.tsx';
import type { FirstDay } from './use-first-day.ts';

const demo: FirstDay = {
  hidden: false,
  products: { own: 0, demo: 9 },
  delivery: { rates: 0 },
  tax: { rates: 0, charged: true },
  payments: [
    { label: 'Stripe', variable: 'STRIPE_SECRET_KEY', keys: 'simulated' },
    { label: 'PayPal', variable: 'PAYPAL_CLIENT_ID', keys: 'simulated' },
  ],
  mail: { server: 'simulated', testedAt: null },
  order: { liveSince: null, paid: false },
  administrators: 1,
  left: ['products', 'delivery', 'tax', 'payments', 'mail', 'order', 'administrators'],
};
const selling: FirstDay = {
  ...demo,
  payments: [
    { label: 'Stripe', variable: 'STRIPE_SECRET_KEY', keys: 'live' },
    { label: 'PayPal', variable: 'PAYPAL_CLIENT_ID', keys: 'test' },
  ],
  mail: { server: 'smtp', testedAt: null },
  left: ['tax', 'mail'],
};

const attention = { review: 0, disputed: 0, failed_mails: 0, unanswered: 0, to_ship: 0 };
const overview = { products: 9, orders: 0, contacts: 0, attention: { ...attention, low_stock: 0 } };

/** Opens a shop's dashboard; responses from `also` take precedence over the facts. */
async function openDashboard(
  firstDay: FirstDay,
  also: (call: Call) => { status?: number; body: unknown } | null = () => null,
): Promise<Call[]> {
  const calls = answerCalls((call) => {
    const own = also(call);
    if (own) return own;
    if (call.path === '/functions/v1/first-day') return { body: firstDay };
    if (call.path.includes('admin_overview')) return { body: overview };
    if (call.path.includes('admin_sales')) return { body: { days: [], products: [] } };
    return { body: [] };
  });
  await renderAdmin('/admin/dashboard', <DashboardScreen />);
  await expect.element(page.getByText('Total Products')).toBeVisible();
  await expect.element(page.getByText('Nothing needs your attention.')).toBeVisible();
  return calls;
}

const list = () => page.getByRole('region', { name: 'First day' });
const step = (title: string) => list().getByRole('listitem').filter({ hasText: title });
/** Whether the checklist comes before the counts. */
const isFirst = () => {
  const counts = page.getByText('Total Products').element();
  const order = list().element().compareDocumentPosition(counts);
  return (order & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
};

it('says what is simulated, below the figures of a shop that is tried out', async () => {
  await openDashboard(demo);
  await expect.element(list().getByText('0 of 7 done')).toBeVisible();
  expect(isFirst()).toBe(false);
  const says = {
    'Put your own products': '0 of your own, 9 from the demo catalog.',
    'Connect payments': 'Stripe and PayPal are simulated: nobody is charged.',
    'Send yourself': 'ends in the sandbox’s mailbox. Set SMTP_URL',
  };
  for (const [title, text] of Object.entries(says)) {
    await expect.element(step(title).getByText(text)).toBeVisible();
  }
  const links = list().getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/products',
    '/admin/delivery',
    '/admin/taxes',
    '/products',
    '/admin/settings/administrators',
  ]);
});

it('goes before the figures of a shop that sells, and names test keys', async () => {
  await openDashboard(selling);
  await expect.element(list().getByText('5 of 7 done')).toBeVisible();
  expect(isFirst()).toBe(true);
  await expect
    .element(step('Connect payments'))
    .toHaveTextContent(
      'Connect payments, doneStripe takes real money. PayPal has test keys: no money moves.',
    );
  expect(step('Connect payments').getByRole('link').elements()).toEqual([]);
});

it.each([
  ['everything is done', { left: [] }],
  ['it was hidden', { hidden: true }],
])('is not shown once %s', async (_why, change) => {
  const calls = await openDashboard({ ...selling, ...change });
  expect(calls.filter(({ path }) => path.endsWith('/first-day'))).toHaveLength(1);
  expect(list().elements()).toEqual([]);
});

it('sends one test email, and says why it was not taken', async () => {
  const message = 'The mail server did not accept it (EAUTH 535 AUTH PLAIN).';
  const facts = structuredClone(selling);
  let refuses = true;
  const calls = await openDashboard(facts, ({ path }) => {
    if (!path.endsWith('/send-test-mail')) return null;
    if (refuses) return { status: 502, body: { error: { code: 'mail_not_sent', message } } };
    facts.left = ['tax'];
    return { body: { to: 'owner@livfit.example' } };
  });
  const button = step('Send yourself').getByRole('button');
  await button.click();
  await expect.element(page.getByText(message)).toBeVisible();
  refuses = false;
  await button.click();
  await expect.element(page.getByText(/Look for it at owner@livfit.example/)).toBeVisible();
  await expect.element(step('Send yourself')).toHaveTextContent('Send yourself a test email, done');
  expect(calls.filter(({ path }) => path.endsWith('/send-test-mail'))).toHaveLength(2);
  expect(document.activeElement).toBe(list().element());
});

it('records that no tax is charged, and lets it be undone under Taxes', async () => {
  const facts = structuredClone(selling);
  const saved: unknown[] = [];
  const keep = ({ method, path, body }: Call) => {
    if (!path.includes('/site_settings')) return null;
    if (method === 'POST') {
      saved.push(body);
      facts.left = body.value ? ['mail'] : ['tax', 'mail'];
      facts.tax.charged = !body.value;
    }
    return { body: [{ key: 'charges_no_tax', value: !facts.tax.charged }] };
  };
  await openDashboard(facts, keep);
  await step('Decide on sales tax').getByRole('button', { name: 'I charge no tax' }).click();
  await expect
    .element(step('Decide on sales tax'))
    .toHaveTextContent('Decide on sales tax, doneYou said that you charge none.');
  await renderAdmin('/admin/taxes', <TaxList />);
  const box = page.getByRole('checkbox', { name: /I charge no tax/ });
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.element(box).not.toBeChecked();
  await expect
    .poll(() => saved)
    .toEqual([true, false].map((value) => ({ key: 'charges_no_tax', value })));
});

it('is hidden for the whole shop', async () => {
  const facts = structuredClone(demo);
  const calls = await openDashboard(facts, ({ method, path }) => {
    if (method !== 'POST' || !path.includes('/site_settings')) return null;
    facts.hidden = true;
    return { body: [] };
  });
  await list().getByRole('button', { name: 'Hide' }).click();
  await expect.element(page.getByText('You can bring it back in Settings.')).toBeVisible();
  await expect.poll(() => list().elements()).toEqual([]);
  expect(calls.find(({ path }) => path.includes('/site_settings'))?.body).toEqual({
    key: 'first_day_hidden',
    value: true,
  });
});

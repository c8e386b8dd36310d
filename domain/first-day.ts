/** What determines a new shop's first steps: current facts, not boxes that somebody checked. */
export interface FirstDayFacts {
  products: { own: number; demo: number };
  delivery: { rates: number };
  tax: { rates: number; charged: boolean };
  /** Every payment service and how it is connected. */
  payments: { label: string; variable: string; keys: PaymentKeys }[];
  mail: {
    server: MailServer;
    /** When the mail server last accepted a test email; ISO 8601. */
    testedAt: string | null;
  };
  order: {
    /** When the shop first started with live keys; ISO 8601. */
    liveSince: string | null;
    /** Whether an order has been paid, since `liveSince` if that is set. */
    paid: boolean;
  };
  administrators: number;
}

/** `test`: the provider's own test keys. `simulated`: the sandbox. */
export type PaymentKeys = 'live' | 'test' | 'simulated' | 'off';

/** `simulated`: the sandbox's mailbox. `none`: emails wait until there is a server. */
export type MailServer = 'smtp' | 'simulated' | 'none';

/** In the order in which a shop is set up. */
export const firstDaySteps = [
  'products',
  'delivery',
  'tax',
  'payments',
  'mail',
  'order',
  'administrators',
] as const;

export type FirstDayStep = (typeof firstDaySteps)[number];

const rules: Record<FirstDayStep, (facts: FirstDayFacts) => boolean> = {
  products: ({ products: { own, demo } }) => own > 0 && demo === 0,
  delivery: ({ delivery }) => delivery.rates > 0,
  tax: ({ tax: { rates, charged } }) => rates > 0 || !charged,
  payments: ({ payments }) => payments.some(({ keys }) => keys === 'live'),
  mail: ({ mail: { server, testedAt } }) => server === 'smtp' && testedAt !== null,
  order: ({ order }) => order.paid,
  administrators: ({ administrators }) => administrators > 1,
};

export function stepsLeft(facts: FirstDayFacts): FirstDayStep[] {
  return firstDaySteps.filter((step) => !rules[step](facts));
}

/** A shop whose payments are all simulated is only being tried out. */
export function isTrial({ payments }: FirstDayFacts): boolean {
  return payments.every(({ keys }) => keys === 'simulated' || keys === 'off');
}

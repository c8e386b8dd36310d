/** A decline in Stripe's words (https://docs.stripe.com/testing#declined-payments). */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

export interface TestCard {
  number: string;
  what: string;
  decline?: Decline;
  /** What happens after a successful payment. */
  aftermath?: 'disputed' | 'refunds-pending';
}

export const testCards: TestCard[] = [
  { number: '4242424242424242', what: 'pays' },
  {
    number: '4000000000000002',
    what: 'is declined',
    decline: {
      code: 'card_declined',
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
    },
  },
  {
    number: '4000000000009995',
    what: 'is declined for insufficient funds',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  {
    number: '4000000000000069',
    what: 'has expired',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000119',
    what: 'meets an error at the bank',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  { number: '4000000000000259', what: 'pays, then disputes the payment', aftermath: 'disputed' },
  {
    number: '4000000000007726',
    what: 'pays; its refunds stay pending until settled by hand',
    aftermath: 'refunds-pending',
  },
];

const INCORRECT_NUMBER: Decline = {
  code: 'incorrect_number',
  message: 'Your card number is incorrect.',
};

/** A number that isn't a test card may be a real one: it is refused and never stored. */
const NOT_A_TEST_CARD: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. This is a sandbox: use a test card, never a real one.',
};

export function findTestCard(typed: string): TestCard {
  const number = typed.replace(/[\s-]/g, '');
  const known = testCards.find((card) => card.number === number);
  if (known) return known;
  const decline = /^\d{12,19}$/.test(number) ? NOT_A_TEST_CARD : INCORRECT_NUMBER;
  return { number: '', what: 'is refused', decline };
}

/** `4242424242424242` in groups of four, as printed on a card. */
export function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

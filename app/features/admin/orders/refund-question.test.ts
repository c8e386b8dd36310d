import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { refundQuestion } from './refund-question.ts';

const goes = 'The money goes back to the original payment method. This cannot be undone.';
const refund = (cents: number, key: string, state = 'succeeded') => ({
  amount_cents: cents,
  currency: 'USD',
  request_key: key,
  state,
});
const wanted = (amount: string) => ({ cents: toCents(amount) });

describe('the question before a refund', () => {
  it('names the amount alone for a first refund, also after one that failed', () => {
    const question = { title: 'Refund $20.00?', text: goes };
    expect(refundQuestion(wanted('20'), [], null)).toEqual(question);
    expect(refundQuestion(wanted('20'), [refund(500, 'a', 'failed')], null)).toEqual(question);
  });

  it('names what went back before, answered or not', () => {
    const question = {
      title: 'Refund another $20.00?',
      text: `A refund of $5.00 was already sent. ${goes}`,
    };
    const sent = [refund(500, 'a', 'requested')];
    expect(refundQuestion(wanted('20'), sent, null)).toEqual(question);
    expect(refundQuestion(wanted('20'), sent, { amount: '5.00', key: 'a' })).toEqual(question);
    const two = refundQuestion(wanted('5'), [...sent, refund(200, 'b')], null);
    expect(two.title).toBe('Refund another $5.00?');
    expect(two.text).toContain('2 refunds of $7.00 in all were already sent.');
  });

  it('says that the same refund, asked for again, refunds nothing more', () => {
    const lost = { amount: '5.00', key: 'a' };
    const again = refundQuestion(wanted('5'), [refund(500, 'a')], lost);
    expect(again.title).toBe('Refund $5.00?');
    expect(again.text).toContain('Nothing more is refunded.');
    expect(refundQuestion(wanted('5'), [], lost)).toEqual({ title: 'Refund $5.00?', text: goes });
  });

  it('asks again for other items with the same amount', () => {
    const parts = { lines: [{ line: 0, quantity: 1 }], delivery: false, restock: true };
    const lost = { amount: '5.00', parts, key: 'a' };
    const sent = [refund(500, 'a')];
    expect(refundQuestion({ ...wanted('5'), parts }, sent, lost).text).toContain('Nothing more');
    const others = { ...parts, lines: [{ line: 1, quantity: 1 }] };
    expect(refundQuestion({ ...wanted('5'), parts: others }, sent, lost).title).toBe(
      'Refund another $5.00?',
    );
    expect(refundQuestion(wanted('5'), sent, lost).title).toBe('Refund another $5.00?');
  });

  it('names the payment where there are several, and asks anew for another one', () => {
    const extra = { ...wanted('5'), paymentId: 'p2', of: 'extra payment' };
    expect(refundQuestion(extra, [], null).title).toBe('Refund $5.00 of the extra payment?');
    const lost = { amount: '5.00', paymentId: 'p2', key: 'a' };
    const sent = [refund(500, 'a')];
    expect(refundQuestion(extra, sent, lost).text).toContain('Nothing more');
    const own = { ...wanted('5'), of: 'payment for the order' };
    expect(refundQuestion(own, sent, lost).title).toBe(
      'Refund another $5.00 of the payment for the order?',
    );
  });

  it('says when nothing is recorded of what got no answer', () => {
    const { title, text } = refundQuestion(wanted('20'), [], { amount: '5.00', key: 'a' });
    expect(title).toBe('Refund $20.00?');
    expect(text).toContain('no record of the refund of $5.00');
  });
});

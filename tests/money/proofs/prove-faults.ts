import { describe, expect, it } from 'vitest';
import { minute, type Scene } from '../scene.ts';
import { newKey } from '../test-shop.ts';
import { patience, size, tell } from './size.ts';
import type { ApiCall, WayToPay } from './ways-to-pay.ts';

/** Faults the sandbox simulates; `late` stays within the client's timeout, `hangs` exceeds it. */
const faults = {
  fails: { fail: { status: 500, times: 4 } },
  'fails after doing it': { fail: { status: 500, times: 4, executed: true } },
  'answers twice': { answerLost: 1 },
  'answers late': { delayMs: 20 },
  hangs: { hang: { ms: 60_000, times: 2 } },
} as const;

/** What the shop may report while the provider is failing; all of it is true. */
const outcomes = new Set(['paid', 'pending', 'provider_unavailable', 'payment_declined']);

/**
 * Every provider call fails in every way while a customer buys and the owner refunds. Afterwards,
 * within two rounds of the reconciler: paid once, refunded once, and both sides agree.
 */
export function proveFaults(scene: Scene, way: WayToPay): void {
  const { shop, order, signIn } = scene;

  describe(`${way.name}: a call`, () => {
    for (const [fault, knobs] of Object.entries(faults)) {
      const times = fault === 'hangs' ? size.hangs : size.faults;
      const calls = (Object.keys(way.api) as ApiCall[]).filter(
        (call) => fault !== 'hangs' || size.hangingCalls.includes(call),
      );
      it.each(calls)(`%s ${fault}, ${times} times`, { timeout: patience }, async (call) => {
        const { headers } = await signIn();
        const answers: Record<string, number> = {};
        for (let round = 0; round < times; round++) {
          const said = await buyAndRefund(call, knobs, headers);
          for (const word of said) answers[word] = (answers[word] ?? 0) + 1;
        }
        tell(`faults ${way.name} ${call} ${fault}`, { times, answers });
      });
    }
  });

  async function buyAndRefund(
    call: ApiCall,
    knobs: object,
    headers: Record<string, string>,
  ): Promise<string[]> {
    const trouble = () =>
      shop().sandbox.chaos({
        webhooks: { drop: true },
        api: [{ match: way.api[call] ?? '', ...structuredClone(knobs) }],
      });
    const well = () => shop().sandbox.chaos({ webhooks: { drop: true } });
    const said: string[] = [];
    const key = newKey();

    await trouble();
    let begun = await way.begin(shop(), key);
    // The visitor saw an error, tries again, and finally starts over.
    for (const again of [key, newKey()]) {
      if (begun.status === 200) break;
      expect(begun).toMatchObject({ status: 503, code: 'provider_unavailable' });
      said.push('begin: provider_unavailable');
      await well();
      begun = await way.begin(shop(), again);
    }
    expect(begun.status).toBe(200);
    await well();
    await way.pay(shop().sandbox, begun.payUrl, 'ann@example.com');
    await trouble();
    const shown = await way.confirm(shop(), begun);
    said.push(`page: ${shown}`);
    expect(outcomes).toContain(shown);
    const stored = (await order(begun.reference))?.payment_status;
    if (shown === 'paid') expect(stored).toBe('paid');
    await well();
    await converge();
    const paid = await order(begun.reference);
    expect(paid?.payment_status).toBe('paid');

    await trouble();
    const refund = () => shop().call('refund-order', { orderId: paid?.id, amount: 10 }, headers);
    const refunded = await refund();
    said.push(`refund: ${refunded.status === 200 ? 'done' : refunded.body.error.code}`);
    if (refunded.status !== 200) {
      expect(refunded).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
    }
    await well();
    await converge();
    expect((await refund()).body.order).toMatchObject({ refunded: 10, refundable: 39.9 });

    const payments = await shop()
      .db.selectFrom('payments')
      .selectAll()
      .where('order_id', '=', paid?.id ?? '')
      .execute();
    expect(payments).toMatchObject([{ amount_cents: 4990, standing: 'settled' }]);
    const history = await shop().providers[way.name].readPayment(payments[0]?.reference ?? '');
    expect(history).toMatchObject({ kind: 'history', refunds: [{ amountCents: 1000 }] });
    expect((await order(begun.reference))?.payment_status).toBe('partially_refunded');
    return said;
  }

  /** Runs two rounds of the reconciler when they are due. */
  async function converge(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
    }
    shop().advance(-22 * minute);
  }
}

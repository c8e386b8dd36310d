import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import { minute, type Scene } from '../scene.ts';
import { newKey, teamEmail } from '../test-shop.ts';
import { createRandom } from './random.ts';
import { patience, size, tell } from './size.ts';
import type { Begun, WayToPay } from './ways-to-pay.ts';

/** Maximum orders at once, so that no signature expires before it is delivered. */
const batch = 100;

/**
 * Duplicate deliveries in any order, racing the success pages: every order is paid once, none is
 * lost.
 */
export function proveStorm({ shop, mailsTo }: Scene, way: WayToPay): void {
  it(`${way.name}: ${size.orders} orders × ${size.deliveries} shuffled deliveries, ${size.parallel} at once`, {
    timeout: patience,
  }, async () => {
    const random = createRandom(1);
    const parallel = pLimit(size.parallel);
    const began = performance.now();
    const statuses: Record<string, number> = {};
    const shown: Record<string, number> = {};
    let repeated = 0;
    /**
     * A busy machine may respond 503, and a keep-alive connection may close just as it is reused;
     * providers and pages retry then.
     */
    const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
      for (let tries = 1; ; tries++) {
        const answer = await ask().catch(ask);
        if (tries === 5 || (answer !== 503 && answer !== 'database_unavailable')) return answer;
        repeated += 1;
      }
    };
    const pathOfChange = (index: number) => `customer-${index}@mail.example`;

    for (let first = 0; first < size.orders; first += batch) {
      const held = shop().holdWebhooks();
      const orders = await Promise.all(
        Array.from({ length: Math.min(batch, size.orders - first) }, (_, index) =>
          parallel(async () => {
            const key = newKey();
            let begun: Begun | undefined;
            const status = await untilAnswered(async () => {
              begun = await way.begin(shop(), key);
              return begun.status;
            });
            expect(status).toBe(200);
            if (!begun) throw new Error('A checkout that was answered has begun.');
            const { payUrl } = begun;
            const pay = () => way.pay(shop().sandbox, payUrl, pathOfChange(first + index));
            await pay().catch(pay);
            return begun;
          }),
        ),
      );
      const deliveries = await held.collect(orders.map(({ reference }) => reference));
      const copies = orders.flatMap(({ reference }) => {
        const own = deliveries.filter((delivery) => delivery.body.includes(reference));
        expect(own.length).toBeGreaterThan(0);
        return Array.from(
          { length: size.deliveries },
          (_, index) => own[index % own.length] ?? null,
        ).filter((delivery) => delivery !== null);
      });
      const pages: Begun[] = [...orders, ...orders];
      const work = random.shuffle([
        ...copies.map((delivery) => async () => {
          const status = await untilAnswered(() => held.deliver(delivery));
          statuses[status] = (statuses[status] ?? 0) + 1;
        }),
        ...pages.map((begun) => async () => {
          const status = await untilAnswered(() => way.confirm(shop(), begun));
          shown[status] = (shown[status] ?? 0) + 1;
        }),
      ]);
      await Promise.all(work.map((task) => parallel(task)));
      held.release();
      await shop().commerce.idle();
    }
    // Recovers from failed provider calls, as the shop does every five minutes.
    shop().advance(11 * minute);
    await shop().commerce.jobs.run('reconcile');
    await shop().commerce.idle();

    const paid = await shop()
      .db.selectFrom('orders')
      .select(['id', 'payment_status', 'total_amount'])
      .execute();
    const payments = await shop().db.selectFrom('payments').selectAll().execute();
    const mails = await shop().sandbox.mails();
    const toCustomers = mails.flatMap((mail) => mail.to).filter((to) => to !== teamEmail);
    const figures = {
      seconds: Math.round((performance.now() - began) / 1000),
      paid: paid.filter((order) => order.payment_status === 'paid').length,
      payments: payments.length,
      toCustomers: toCustomers.length,
      customers: new Set(toCustomers).size,
      toTeam: (await mailsTo(teamEmail)).length,
      answers: statuses,
      pages: shown,
      repeated,
    };
    tell(`storm ${way.name} ${shop().database.kind}`, figures);
    expect(figures).toMatchObject({
      paid: size.orders,
      payments: size.orders,
      toCustomers: size.orders,
      customers: size.orders,
      toTeam: size.orders,
      answers: { 200: size.orders * size.deliveries },
      pages: { paid: size.orders * 2 },
    });
    expect(new Set(payments.map((payment) => payment.order_id)).size).toBe(size.orders);
  });
}

import type { Scene } from './scene.ts';

const customer = 'ann@example.com';

/** What the refund tests ask of the shop beyond the scene. */
export function createRefundScene({ shop, signIn, mailsTo, paidOrder }: Scene) {
  const call = async (body: object, headers: Record<string, string> = {}) =>
    shop().call('refund-order', body, { ...(await signIn()).headers, ...headers });
  const paymentStatus = async (orderId: string) =>
    (
      await shop()
        .db.selectFrom('orders')
        .select('payment_status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).payment_status;
  /** Another order's payment, turned into a second one for this order. */
  const extraPayment = async (orderId: string) => {
    const { payment } = await paidOrder();
    return shop()
      .db.updateTable('payments')
      .set({ order_id: orderId, standing: 'surplus' })
      .where('id', '=', payment.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  };
  const refundMails = async () =>
    (await mailsTo(customer)).filter((mail) => mail.subject.includes('refund'));
  return { call, extraPayment, paymentStatus, refundMails };
}

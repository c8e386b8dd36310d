import type { DeliveryZone } from '#domain/delivery.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/** What emails about orders need besides the order; loaded before the transaction begins. */
export interface OrderEmails {
  site: MailSite;
  teamEmail: string;
  origin: string;
  zones: readonly DeliveryZone[];
}

/** May query the database for the site's facts, so never call it inside a transaction. */
export async function loadOrderEmails(
  context: Pick<OrderContext, 'site' | 'sellingRules' | 'teamEmail' | 'origin'>,
): Promise<OrderEmails> {
  const { teamEmail, origin } = context;
  const { zones } = await context.sellingRules();
  return { site: await context.site(), teamEmail, origin, zones };
}

import { orderNumber } from '#domain/order.ts';
import { fillIn } from '#domain/placeholders.ts';
import type { SiteFacts } from '#domain/settings.ts';
import type { mailTexts } from '#domain/texts/mail-texts.ts';
import { type Site, type TextsOf, textsOf } from '#domain/texts/site-texts.ts';
import { type EmailOrder, orderDate, orderTotal } from './email-order.ts';
import { firstName } from './first-name.ts';

/** What emails are written from; without `texts`, the shop's default wording is used. */
export type MailSite = SiteFacts & Partial<Pick<Site, 'texts'>>;

type MailPlace = keyof typeof mailTexts;

/** An email's wording, with the shop's name and this email's facts filled in. */
export function fillMailTexts<Place extends MailPlace>(
  site: MailSite,
  place: Place,
  facts: Readonly<Record<string, string>> = {},
): TextsOf<Place> {
  const texts: Record<string, string> = site.texts?.[place] ?? textsOf(place, null);
  const values = { name: site.brand, email: site.email, phone: site.phone, ...facts };
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, fillIn(text, values)]),
  ) as TextsOf<Place>;
}

/** The facts that emails about orders may mention. */
export function orderFacts(order: EmailOrder, site: SiteFacts): Record<string, string> {
  return {
    order: orderNumber(order.id),
    date: orderDate(order, site.timeZone),
    customer: firstName(order.name),
    total: orderTotal(order),
  };
}

import { describeIncident } from '#domain/incident.ts';
import { accountDeletedMail } from './account-deleted.ts';
import { type AccountMailKind, accountMail } from './account-mail.ts';
import { type AccountNotice, accountNotice } from './account-notice.ts';
import { adminInvitationMail } from './admin-invitation.ts';
import { contactMessagesMail } from './contact-messages.ts';
import type { EmailOrder } from './email-order.ts';
import type { MailSite } from './fill-mail-texts.ts';
import { incidentMail } from './incident.ts';
import type { RenderedEmail } from './layout.ts';
import { lowStockMail } from './low-stock.ts';
import { newOrderMail } from './new-order.ts';
import { orderAlertMail } from './order-alert.ts';
import { orderCancelledMail } from './order-cancelled.ts';
import { orderConfirmationMail } from './order-confirmation.ts';
import { orderLinkMail } from './order-link.ts';
import { orderShippedMail } from './order-shipped.ts';
import { orderUnpaidMail } from './order-unpaid.ts';
import { paymentLinkMail } from './payment-link.ts';
import { recallMail } from './recall.ts';
import { refundMail } from './refund.ts';
import { testMail } from './test-mail.ts';
import { webhooksSilentMail } from './webhooks-silent.ts';

/** Deliberately long names and large numbers: an email that fits these fits anything. */
const order: EmailOrder = {
  id: '4f1c2d3e-0000-4000-8000-000000000000',
  name: 'Alexandra Featherstonehaugh-Montgomery',
  email: 'alexandra.featherstonehaugh@mail.example',
  phone: '+1 303 555 0142',
  address: '1200 West Mountain View Boulevard, Apartment 1807, Denver, CO 80202, US',
  lines: [
    line('Himalayan Shilajit Resin', '30g', 4990, 2, 'pure-himalayan-shilajit-resin-30g'),
    line(
      'Himalayan Shilajit Resin, Reserve Harvest in Amber Glass',
      '30g',
      8900,
      12,
      'founders-reserve-shilajit-resin-30g',
    ),
    line('Shilajit Liquid Drops', '30ml', 2905, 1, 'liquid-shilajit-drops-30ml'),
  ],
  total: '1196.85',
  amounts: null,
  createdAt: new Date('2026-11-20T18:00:00Z'),
};

/** The same order, with every part that a total can have. */
const pricedOrder: EmailOrder = {
  ...order,
  total: '1176.96',
  amounts: {
    ...{ subtotal: 119685, discount: 11969, discountCode: 'MIDWINTER-HARVEST-2026' },
    ...{ delivery: 1200, deliveryName: 'Express to the door', tax: 8780, taxIncluded: 0 },
  },
};

function line(
  name: string,
  weight: string,
  priceCents: number,
  quantity: number,
  picture: string | null = null,
) {
  const imageUrl = picture && `/media/${picture}-1-960.webp`;
  return { id: null, name, weight, priceCents, quantity, imageUrl };
}

/** One of each email, for viewing. */
export function sampleMails(site: MailSite, origin: string): Record<string, RenderedEmail> {
  const url = `${origin}/auth/v1/verify?token=sample&type=signup&redirect_to=${origin}`;
  const accountOf = (kind: AccountMailKind) => {
    const link = kind === 'reauthentication' ? null : url;
    const facts = { url: link, token: '493028', newEmail: 'bo@mail.example' };
    return accountMail(kind, facts, site, origin);
  };
  const noticeOf = (kind: AccountNotice['kind']) =>
    accountNotice({ kind, provider: 'google', at: order.createdAt }, site, origin);
  const orderUrl = `${origin}/find-order#token=sample`;
  const delivery = 'Orders placed before 2 PM leave the same day. Delivery takes 3–5 days.';
  const paid = { orderUrl, delivery };
  const parcel = { carrier: 'USPS', trackingNumber: '9400 1000 0000 0000 0000 00', orderUrl };
  return {
    'order-confirmation': orderConfirmationMail(order, paid, site, origin),
    'order-confirmation-with-parts': orderConfirmationMail(pricedOrder, paid, site, origin),
    'order-shipped': orderShippedMail(
      order,
      { ...parcel, batches: [{ code: 'SH2041' }] },
      site,
      origin,
    ),
    'order-link': orderLinkMail({ id: order.id, url: orderUrl, validDays: 7 }, site, origin),
    'payment-link': paymentLinkMail(
      pricedOrder,
      { url: orderUrl, expiresAt: order.createdAt, addsTo: order.id },
      site,
      origin,
    ),
    'order-cancelled': orderCancelledMail(order, site, origin),
    'order-unpaid': orderUnpaidMail(order, site, origin),
    refund: refundMail(order, { amountCents: 119685, whole: true }, site, origin),
    'refund-of-a-part': refundMail(order, { amountCents: 2905, whole: false }, site, origin),
    'refund-by-part': refundMail(
      pricedOrder,
      {
        ...{ amountCents: 17950, whole: false },
        parts:
          '1 × Himalayan Shilajit Resin 30g, 1 × Himalayan Shilajit Resin, Reserve Harvest in Amber Glass 30g, and shipping, including $9.16 tax',
      },
      site,
      origin,
    ),
    'new-order': newOrderMail(order, site, origin),
    'order-alert': orderAlertMail(
      order,
      'review',
      'The amount differs: asked 119685 USD, taken 100000 USD (in the smallest unit).',
      site,
      origin,
    ),
    incident: incidentMail(
      {
        ...describeIncident('emails_stuck', ''),
        detail: '12 emails wait: connect ECONNREFUSED 203.0.113.9:587',
      },
      site,
      origin,
    ),
    'webhooks-silent': webhooksSilentMail(
      {
        provider: 'pretend',
        company: 'Pretend Pay',
        detail: '3 payments since the last event of 20 November.',
      },
      site,
      origin,
    ),
    recall: recallMail(
      {
        reason:
          'In a second test of batch SH2041 the laboratory found more lead than our limit allows.',
        instructions:
          'Please stop using this jar. Send it back at our cost, and we refund it in full.',
        batches: [{ code: 'SH2041', product: 'Himalayan Shilajit Resin' }],
      },
      site,
      { origin, link: `${origin}/recalls?token=sample` },
    ),
    'low-stock': lowStockMail(
      [
        { name: 'Himalayan Shilajit Resin', weight: '30g', stock: 0, isNew: true },
        { name: 'Shilajit Liquid Drops', weight: '30ml', stock: 4, isNew: false },
      ],
      site,
      origin,
    ),
    'contact-message': contactMessagesMail(
      [{ name: 'Bo Li', email: 'bo@mail.example', phone: '5550100', message: 'Do you ship?' }],
      site,
      origin,
    ),
    'admin-invitation': adminInvitationMail({ url, validDays: 7 }, site, origin),
    'test-mail': testMail(site, origin),
    'account-confirmation': accountOf('confirmation'),
    'account-recovery': accountOf('recovery'),
    'account-magic-link': accountOf('magic_link'),
    'account-invite': accountOf('invite'),
    'account-email-change': accountOf('email_change'),
    'account-reauthentication': accountOf('reauthentication'),
    'account-password-changed': noticeOf('password_changed'),
    'account-email-changed': noticeOf('email_changed'),
    'account-identity-linked': noticeOf('identity_linked'),
    'account-identity-unlinked': noticeOf('identity_unlinked'),
    'account-factor-enrolled': noticeOf('mfa_factor_enrolled'),
    'account-factor-unenrolled': noticeOf('mfa_factor_unenrolled'),
    'account-deleted': accountDeletedMail(site, origin),
  };
}

/** The sample email that uses the texts of `place`; null if there is none. */
export function sampleMail(place: unknown, site: MailSite, origin: string): RenderedEmail | null {
  const name = String(place)
    .replace(/^mail_/, '')
    .replaceAll('_', '-');
  return sampleMails(site, origin)[name] ?? null;
}

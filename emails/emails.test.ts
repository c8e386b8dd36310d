import { describe, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { type AccountMailKind, accountMail } from './account-mail.ts';
import { accountNotice } from './account-notice.ts';
import type { EmailOrder } from './email-order.ts';
import { newOrderMail } from './new-order.ts';
import { orderAlertMail } from './order-alert.ts';
import { orderConfirmationMail } from './order-confirmation.ts';
import { orderShippedMail } from './order-shipped.ts';
import { orderUnpaidMail } from './order-unpaid.ts';
import { refundMail } from './refund.ts';

const origin = 'https://shop.example';
const order: EmailOrder = {
  id: '4f1c2d3e-0000-4000-8000-000000000000',
  name: 'Ann <script>alert(1)</script>',
  email: 'ann@example.com',
  phone: '+1 303 555 0142',
  address: '1 Main St "&" <b>',
  lines: [
    { id: '1', name: 'Resin', weight: '30g', priceCents: 4990, quantity: 2, imageUrl: null },
    { id: '2', name: 'Drops <i>', weight: '', priceCents: 2905, quantity: 1, imageUrl: null },
  ],
  total: '128.85',
  amounts: null,
  createdAt: new Date('2026-11-21T03:00:00Z'),
};

const orderUrl = `${origin}/find-order#token=t`;
const delivery = 'Orders leave the same day. Delivery takes 3–5 days.';

describe('the order confirmation', () => {
  const mail = orderConfirmationMail(order, { orderUrl, delivery }, siteDefaults, origin);

  it('says the number, the lines, the total and where it goes, in both parts', () => {
    expect(mail.subject).toBe('Your Liv Fit order 4f1c2d3e is confirmed');
    for (const part of [mail.html, mail.text]) {
      for (const fact of ['4f1c2d3e', 'Resin', '$99.80', '$29.05', '$128.85', '1 Main St']) {
        expect(part).toContain(fact);
      }
      expect(part).toContain('November 20, 2026');
    }
  });

  it('leads to the order, says when it comes, and leaves checking it to the shipping email', () => {
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain(orderUrl);
      expect(part.indexOf(delivery)).toBeLessThan(part.indexOf('View your order'));
      expect(part.indexOf('View your order')).toBeLessThan(part.indexOf('Resin'));
      expect(part).not.toContain('/validity');
    }
    const silent = orderConfirmationMail(order, { orderUrl, delivery: '' }, siteDefaults, origin);
    expect(silent.text).not.toMatch(/\n{3}/);
  });

  it('shows what was bought, where there is a picture', () => {
    const [first, ...others] = order.lines;
    const imageUrl = '/media/pure-resin-1-960.webp';
    const lines = first ? [{ ...first, imageUrl }, ...others] : [];
    const { html } = orderConfirmationMail(
      { ...order, lines },
      { orderUrl, delivery },
      siteDefaults,
      origin,
    );
    const pictures = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src);
    expect(pictures).toEqual([`${origin}/mark.png`, `${origin}/media/pure-resin-1-320.webp`]);
  });

  it('breaks down the total if it is more than the lines', () => {
    const amounts = {
      ...{ subtotal: 12885, discount: 1000, discountCode: 'TEN' },
      ...{ delivery: 490, deliveryName: 'Standard', tax: 712, taxIncluded: 712 },
    };
    const priced = { ...order, total: '123.75', amounts };
    const { html, text } = orderConfirmationMail(
      priced,
      { orderUrl, delivery },
      siteDefaults,
      origin,
    );
    for (const part of [html, text]) {
      for (const fact of ['Discount (TEN)', '−$10.00', 'Shipping (Standard)', '$4.90']) {
        expect(part).toContain(fact);
      }
      expect(part).toContain('including $7.12 tax');
    }
    expect(mail.text).not.toMatch(/Subtotal|Shipping:|tax/);
  });

  it('escapes whatever people typed', () => {
    expect(mail.html).not.toMatch(/<script>|<b>|<i>/);
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.text).toContain('<script>');
  });

  it('omits name and address while they are placeholders', () => {
    const { text } = orderConfirmationMail(
      { ...order, name: 'Guest Customer', address: 'Pending' },
      { orderUrl, delivery },
      siteDefaults,
      origin,
    );
    expect(text).toContain('Thank you for your order.');
    expect(text).not.toMatch(/Guest Customer|Pending|Shipping to/);
  });
});

it('tells the team who ordered what', () => {
  const mail = newOrderMail(order, siteDefaults, origin);
  expect(mail.subject).toBe('New order 4f1c2d3e: $128.85');
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('ann@example.com');
    expect(part).toContain('+1 303 555 0142');
    expect(part).toContain(`${origin}/admin/orders?order=${order.id}`);
  }
});

it('tells the team when another amount was accepted', () => {
  const mail = newOrderMail(order, siteDefaults, origin, 400);
  expect(mail.subject).toBe('New order 4f1c2d3e: $4.00 received of $128.85');
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('$4.00 received of $128.85, as accepted');
  }
  expect(newOrderMail(order, siteDefaults, origin).text).not.toContain('received');
});

it('links back to the shop after a failed payment', () => {
  const { html } = orderUnpaidMail(order, siteDefaults, origin);
  expect(html).toMatch(new RegExp(`href="${origin}/products"[^>]*>Back to the shop</a>`));
});

it('tells the customer how much comes back, whole or in part', () => {
  const whole = refundMail(order, { amountCents: 12885, whole: true }, siteDefaults, origin);
  expect(whole.subject).toBe('Your refund of $128.85 for order 4f1c2d3e');
  const part = refundMail(order, { amountCents: 500, whole: false }, siteDefaults, origin);
  for (const mail of [part.html, part.text]) {
    expect(mail).toContain('refunded part of your order 4f1c2d3e');
    expect(mail).toContain('$5.00');
  }
  expect(whole.html).not.toMatch(/<script>|<b>|<i>/);
  expect(part.text).not.toContain('This refund is for');
  const parts = '1 × Drops <i> and shipping, including $0.80 tax';
  const byPart = refundMail(order, { amountCents: 500, whole: false, parts }, siteDefaults, origin);
  expect(byPart.text).toContain(`This refund is for ${parts}.`);
  expect(byPart.html).toContain('1 × Drops &lt;i&gt; and shipping, including $0.80 tax');
  const foreign = { amountCents: 19200, currency: 'JPY', whole: true };
  expect(refundMail(order, foreign, siteDefaults, origin).text).toContain('Refunded: ¥19,200');
  expect(
    refundMail(order, { ...foreign, currency: 'EUR' }, siteDefaults, origin).subject,
  ).toContain('€192.00');
});

it('tells the customer how to track the package, escaped, with a link if there is one', () => {
  const parcel = { carrier: 'UPS', trackingNumber: '1Z "9', orderUrl };
  const mail = orderShippedMail(order, parcel, siteDefaults, origin);
  expect(mail.html).toContain('href="https://www.ups.com/track?tracknum=1Z%20%229"');
  expect(mail.html).toContain('UPS 1Z &quot;9');
  expect(mail.text).toContain('1Z "9');
  expect(mail.html).not.toMatch(/<script>|<b>|<i>/);
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(orderUrl);
    expect(part).toContain(`${origin}/validity`);
  }
  expect(mail.html).toContain('>validity page</a>');
  const other = { carrier: '<i>Coach', trackingNumber: '1', orderUrl };
  expect(orderShippedMail(order, other, siteDefaults, origin).html).not.toContain(
    'Track your package',
  );
});

it('tells the team what needs review, and why', () => {
  const mail = orderAlertMail(order, 'review', 'The amount differs.', siteDefaults, origin);
  expect(mail.subject).toBe('A payment needs review: order 4f1c2d3e');
  expect(mail.text).toContain('The amount differs.');
});

describe('account mails', () => {
  const url = 'https://shop.example/auth/v1/verify?token=t&type=signup&redirect_to=%2F';
  const kinds: AccountMailKind[] = [
    'confirmation',
    'recovery',
    'magic_link',
    'invite',
    'email_change',
    'reauthentication',
  ];

  it.each(kinds)(
    '%s carries its link, and its code only where it can be typed, in both parts',
    (kind) => {
      const link = kind === 'reauthentication' ? null : url;
      const mail = accountMail(kind, { url: link, token: '123456' }, siteDefaults, origin);
      expect(mail.subject).toContain('Liv Fit');
      const typed = kind === 'magic_link' || kind === 'reauthentication';
      for (const part of [mail.html, mail.text]) expect(part.includes('123456')).toBe(typed);
      if (link) {
        expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
        expect(mail.text).toContain(link);
      } else {
        expect(mail.html).not.toContain('class="button" style');
      }
    },
  );

  it('names the new address of a change, escaped', () => {
    const facts = { url, token: null, newEmail: '<i>new@example.com' };
    expect(accountMail('email_change', facts, siteDefaults, origin).html).toContain(
      '&lt;i&gt;new@',
    );
  });
});

describe.each(['identity_linked', 'identity_unlinked'] as const)('the email of %s', (kind) => {
  it.each([
    ['google', 'Google'],
    ['github', 'GitHub'],
    ['custom:mine', 'Mine'],
    ['email', 'your email address'],
    ['custom:<b>', '<b>'],
  ])('names %s, when, and what to do, in both parts', (provider, name) => {
    const at = new Date('2026-11-20T18:00:00Z');
    const { html, text, subject } = accountNotice({ kind, provider, at }, siteDefaults, origin);
    expect(subject).toContain(name);
    for (const part of [html, text]) {
      expect(part).toContain('November 20, 2026 at ');
      expect(part).toMatch(/Wasn’t you\?.* new password .*signs out all devices/);
      expect(part).toContain(siteDefaults.email);
    }
    expect(text).toContain(`, ${name} ${kind === 'identity_linked' ? 'opens' : 'no longer'} `);
    expect(html).not.toContain('<b>');
  });
});

it.each([
  ['password_changed', 'password', 'Forgot your password'],
  ['email_changed', 'email address', 'can no longer reset the password'],
  ['mfa_factor_enrolled', 'authenticator app', 'so that we can remove the app'],
  ['mfa_factor_unenrolled', 'authenticator app', 'Forgot your password'],
] as const)('the email of %s says when, and what to do, in both parts', (kind, what, remedy) => {
  const at = new Date('2026-11-20T18:00:00Z');
  const { html, text, subject } = accountNotice({ kind, at }, siteDefaults, origin);
  expect(subject).toContain(what);
  for (const part of [html, text]) {
    expect(part).toContain('November 20, 2026 at ');
    expect(part).toMatch(/Wasn’t you\?/);
    expect(part).toContain(remedy);
    expect(part).toContain(siteDefaults.email);
    expect(part).not.toMatch(/\{\w+\}/);
  }
});

it('an email of a parcel with a recalled batch says so before anything else', () => {
  const parcel = { carrier: 'UPS', trackingNumber: '1Z', orderUrl };
  const { html, text } = orderShippedMail(
    order,
    { ...parcel, batches: [{ code: 'LOT-1', recalled: true }, { code: 'LOT-2' }] },
    siteDefaults,
    origin,
  );
  expect(text).toMatch(/We are recalling batch LOT-1, which is in this parcel.*has shipped/s);
  for (const part of [html, text]) expect(part).toContain(`${origin}/recalls`);
  const other = orderShippedMail(
    order,
    { ...parcel, batches: [{ code: 'LOT-2' }] },
    siteDefaults,
    origin,
  );
  expect(other.text).not.toContain('recall');
});

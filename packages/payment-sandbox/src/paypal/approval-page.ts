import { html } from 'hono/html';
import { fieldProblem, formField, formSection, markInvalid } from '../pages/form-field.ts';
import { layout, type Markup } from '../pages/layout.ts';
import type { StoredOrder } from './account.ts';
import { showMoney } from './money.ts';
import {
  asksForAddress,
  type FieldErrors,
  type FieldName,
  notEnough,
  type PayerForm,
} from './payer-form.ts';
import type { Money } from './wire.ts';

const ways: [value: string, label: string][] = [
  ['balance', 'PayPal balance'],
  ['declined', 'Card that the bank declines'],
  ['capture-declined', 'Bank account, declined after all'],
  ['pending', 'eCheck, clears later'],
  [notEnough, 'Balance that is not enough'],
];

interface ApprovalPage {
  stored: StoredOrder;
  form: PayerForm;
  errors?: FieldErrors;
}

/** The page where the payer approves: plain forms, no script. */
export function approvalPage({ stored, form, errors = {} }: ApprovalPage): Markup {
  const total = showMoney(totalOf(stored));
  const problems = Object.keys(errors).length;
  const declined = stored.order.status === 'APPROVED';
  const merchant = stored.page.brandName;
  const field = (name: FieldName, label: string, autocomplete: string, type = 'text') =>
    formField({ name, label, autocomplete, type, value: form[name], error: errors[name] });
  return layout({
    title: `${problems === 0 ? '' : 'Check the form: '}Pay ${merchant} with PayPal`,
    kind: 'checkout',
    body: html`<main class="checkout-grid">
${summary(stored, total)}
<section class="checkout-form">
  <h1>Pay with PayPal</h1>
  ${declined ? html`<p class="alert" role="alert"><strong>Your bank declined the last attempt.</strong> Nothing was charged. Choose another way to pay.</p>` : ''}
  ${problems === 0 ? '' : html`<p class="alert" role="alert"><strong>${problems === 1 ? 'One field needs' : `${problems} fields need`} another look.</strong> Nothing was charged.</p>`}
  <form method="post" novalidate>
    ${formSection(
      'PayPal account',
      html`${field('email', 'Email', 'email', 'email')}
      ${field('phone', 'Phone', 'tel', 'tel')}`,
    )}
    ${formSection(
      asksForAddress(stored) ? 'Ship to' : 'Name',
      html`${field('name', 'Full name', 'name')}
      ${asksForAddress(stored) ? addressFields(field) : ''}`,
    )}
    ${formSection(
      'Pay with',
      html`<div class="choices" ${markInvalid('funding', errors.funding)}>
        ${ways.map(
          ([value, label]) =>
            html`<label class="choice"><input type="radio" name="funding" value="${value}" ${form.funding === value ? 'checked' : ''}> ${label}</label>`,
        )}
        ${fieldProblem('funding', errors.funding)}
      </div>`,
    )}
    <button class="pay">Pay ${total}</button>
  </form>
  <p class="fine">This page stands in for PayPal's own. Your account and its address are made up; change them as you like.</p>
</section>
</main>`,
  });
}

/** For an order that can no longer be approved. */
export function closedPage(stored: StoredOrder): Markup {
  const heading = 'There is nothing left to approve';
  const back = returnUrlOf(stored) ?? cancelAddress(stored);
  return layout({
    title: heading,
    body: html`<main class="page narrow">
<h1>${heading}</h1>
<p class="lead">${stored.page.brandName} · ${showMoney(totalOf(stored))}</p>
<p>You have approved this payment before. The shop shows what became of it.</p>
${back === null ? '' : html`<p><a class="button" href="${back}">Back to the shop</a></p>`}
</main>`,
  });
}

export function unknownPage(): Markup {
  return layout({
    title: 'Unknown payment',
    body: html`<main class="page narrow"><h1>There is no such payment</h1>
<p>The address is wrong, or too much time has passed. Go back to the shop and start again.</p></main>`,
  });
}

/** The return URL: PayPal adds the order's id as `token`, and the payer's id. */
export function returnUrlOf({ order, page }: StoredOrder): string | null {
  return withQuery(page.returnUrl, { token: order.id, PayerID: order.payer?.payer_id });
}

function cancelAddress({ order, page }: StoredOrder): string | null {
  return withQuery(page.cancelUrl, { token: order.id });
}

function withQuery(address: string | null, query: Record<string, string | undefined>) {
  if (address === null) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

function totalOf({ order }: StoredOrder): Money {
  return order.purchase_units[0]?.amount ?? { currency_code: 'USD', value: '0.00' };
}

function summary(stored: StoredOrder, total: string): Markup {
  const cancel = cancelAddress(stored);
  const items = stored.order.purchase_units.flatMap((unit) => unit.items ?? []);
  return html`<section class="summary">
  <div class="summary-inner">
  ${cancel === null ? '' : html`<a class="back" href="${cancel}"><span aria-hidden="true">←</span> Cancel and return to the shop</a>`}
  <p class="merchant">${stored.page.brandName}</p>
  <p class="total">${total}</p>
  <ul class="lines">
    ${items.map(
      (item) => html`<li>
        <span class="line-name">${item.name}<small>Qty ${item.quantity}</small></span>
        <span class="line-amount">${showMoney(item.unit_amount)}</span>
      </li>`,
    )}
  </ul>
  <p class="line-sum"><span>Total</span><span>${total}</span></p>
  </div>
</section>`;
}

function addressFields(
  field: (name: FieldName, label: string, autocomplete: string) => Markup,
): Markup {
  return html`${field('line1', 'Address', 'address-line1')}
  ${field('line2', 'Apartment, suite (optional)', 'address-line2')}
  <div class="pair">
    ${field('city', 'City', 'address-level2')}
    ${field('state', 'State', 'address-level1')}
  </div>
  <div class="pair">
    ${field('postal_code', 'Postal code', 'postal-code')}
    ${field('country', 'Country', 'country')}
  </div>`;
}

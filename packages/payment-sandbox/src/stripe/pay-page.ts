import { html } from 'hono/html';
import type Stripe from 'stripe';
import { fieldProblem, formField, formSection, markInvalid } from '../pages/form-field.ts';
import { layout, type Markup } from '../pages/layout.ts';
import type { StoredSession } from './account.ts';
import { countryName } from './countries.ts';
import { formatAmount } from './format-amount.ts';
import {
  allowedCountries,
  asksForAddress,
  asksForPhone,
  type FieldErrors,
  type FieldName,
  type PayForm,
} from './pay-form.ts';
import { groupDigits, testCards } from './test-cards.ts';

interface PayPage {
  stored: StoredSession;
  form: PayForm;
  errors?: FieldErrors;
  /** Why the last attempt to pay failed. */
  decline?: string;
}

/** The hosted payment page: plain forms, no script. */
export function payPage({ stored, form, errors = {}, decline }: PayPage): Markup {
  const { session } = stored;
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');
  const problems = Object.keys(errors).length;
  return layout({
    title: `${decline === undefined ? '' : 'Declined: '}${problems === 0 ? '' : 'Check the form: '}Pay ${merchantOf(session)}`,
    kind: 'checkout',
    body: html`<main class="checkout-grid">
${summary(stored, total)}
<section class="checkout-form">
  <h1>Pay ${merchantOf(session)}</h1>
  ${decline === undefined ? '' : html`<p class="alert" role="alert"><strong>${decline}</strong> Nothing was charged. Try another card.</p>`}
  ${problems === 0 ? '' : html`<p class="alert" role="alert"><strong>${problems === 1 ? 'One field needs' : `${problems} fields need`} another look.</strong> Everything you typed is still here.</p>`}
  <form method="get" class="demo"><input type="hidden" name="demo" value="1"><button class="quiet">Fill in a demo customer</button></form>
  <form method="post" novalidate>
    ${formSection(
      'Contact',
      html`
      ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', form, errors, readonly: session.customer_email !== null })}
      ${asksForPhone(session) ? field({ name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel', form, errors }) : ''}
    `,
    )}
    ${formSection(
      asksForAddress(session) ? 'Ship to' : 'Billed to',
      html`
      ${field({ name: 'name', label: 'Full name', autocomplete: 'name', form, errors })}
      ${asksForAddress(session) ? addressFields(session, form, errors) : ''}
    `,
    )}
    ${session.amount_total === 0 ? '' : paymentFields(session, form, errors)}
    ${submitMessage(session)}
    <button class="pay">${session.amount_total === 0 ? 'Complete order' : `Pay ${total}`}</button>
  </form>
  <p class="fine">This page stands in for the provider's own. It keeps no card number.</p>
</section>
</main>`,
  });
}

/** For a session that can no longer be paid, or not yet. */
export function closedPage(stored: StoredSession, waiting: boolean): Markup {
  const { session } = stored;
  const paid = session.status === 'complete';
  const heading = waiting
    ? 'The bank transfer is under way'
    : paid
      ? 'You have already paid'
      : 'This payment page has expired';
  const back = paid ? successUrlOf(session) : session.cancel_url;
  return layout({
    title: heading,
    body: html`<main class="page narrow">
<h1>${heading}</h1>
<p class="lead">${merchantOf(session)} · ${formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')}</p>
<p>${
      waiting
        ? 'A real transfer would take some days. Here you decide how it ends.'
        : paid
          ? 'There is nothing more to do on this page.'
          : 'Nothing was charged. Go back to the shop to start again.'
    }</p>
${waiting ? settleForms(session.id) : ''}
${back === null ? '' : html`<p><a class="button ${waiting ? 'quiet' : ''}" href="${back}">Back to the shop</a></p>`}
</main>`,
  });
}

export function settleForms(sessionId: string): Markup {
  return html`<form method="post" action="/stripe/control/sessions/${sessionId}/settle" class="row">
  <button name="outcome" value="succeeded">The money arrives</button>
  <button name="outcome" value="failed" class="quiet">The transfer fails</button>
</form>`;
}

export function unknownPage(): Markup {
  return layout({
    title: 'Unknown payment page',
    body: html`<main class="page narrow"><h1>There is no such payment page</h1>
<p>The address is wrong, or the sandbox has been emptied since. Go back to the shop and start again.</p></main>`,
  });
}

/** Where the customer goes after paying (https://docs.stripe.com/payments/checkout/custom-success-page). */
export function successUrlOf(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function merchantOf(session: Stripe.Checkout.Session): string {
  return session.branding_settings?.display_name ?? 'Test shop';
}

function summary({ session, lines, shippingName }: StoredSession, total: string): Markup {
  const { amount_discount: discount = 0, amount_shipping: shipping = 0 } =
    session.total_details ?? {};
  const show = (amount: number | null) => formatAmount(amount ?? 0, session.currency ?? 'usd');
  return html`<section class="summary">
  <div class="summary-inner">
  ${session.cancel_url === null ? '' : html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back to the shop</a>`}
  <p class="merchant">${merchantOf(session)}</p>
  <p class="total">${total}</p>
  <ul class="lines">
    ${lines.map(
      (line) => html`<li>
        <span class="line-name">${line.description}<small>Qty ${line.quantity}${(line.quantity ?? 1) > 1 ? `, ${formatAmount(line.price?.unit_amount ?? 0, line.currency)} each` : ''}</small></span>
        <span class="line-amount">${formatAmount(line.amount_total, line.currency)}</span>
      </li>`,
    )}
  </ul>
  ${discount === 0 ? '' : html`<p class="line-part"><span>Discount</span><span>-${show(discount)}</span></p>`}
  ${shippingName ? html`<p class="line-part"><span>${shippingName}</span><span>${show(shipping)}</span></p>` : ''}
  <p class="line-sum"><span>Total due</span><span>${total}</span></p>
  </div>
</section>`;
}

function addressFields(session: Stripe.Checkout.Session, form: PayForm, errors: FieldErrors) {
  const note = session.custom_text.shipping_address?.message;
  return html`${note ? html`<p class="hint">${note}</p>` : ''}
  ${field({ name: 'line1', label: 'Address', autocomplete: 'address-line1', form, errors })}
  ${field({ name: 'line2', label: 'Apartment, suite (optional)', autocomplete: 'address-line2', form, errors })}
  <div class="pair">
    ${field({ name: 'city', label: 'City', autocomplete: 'address-level2', form, errors })}
    ${field({ name: 'state', label: 'State', autocomplete: 'address-level1', form, errors })}
  </div>
  <div class="pair">
    ${field({ name: 'postal_code', label: 'Postal code', autocomplete: 'postal-code', form, errors })}
    <div class="field">
      <label for="country">Country</label>
      <select id="country" name="country" autocomplete="country" ${markInvalid('country', errors.country)}>
        ${allowedCountries(session).map(
          (code) =>
            html`<option value="${code}" ${code === form.country ? 'selected' : ''}>${countryName(code)}</option>`,
        )}
      </select>
      ${fieldProblem('country', errors.country)}
    </div>
  </div>`;
}

function paymentFields(session: Stripe.Checkout.Session, form: PayForm, errors: FieldErrors) {
  const offersTransfer = session.payment_method_types.includes('us_bank_account');
  const offersCard = session.payment_method_types.includes('card');
  return formSection(
    'Payment method',
    html`${
      offersTransfer && offersCard
        ? html`<div class="choices">
        ${choice('card', 'Card', form)}
        ${choice('us_bank_account', 'Bank transfer, settles later', form)}
        ${fieldProblem('method', errors.method)}
      </div>`
        : html`<input type="hidden" name="method" value="${session.payment_method_types[0] ?? 'card'}">`
    }
    ${
      offersCard
        ? html`<div class="card">${field({ name: 'card', label: 'Card number', autocomplete: 'off', inputmode: 'numeric', form, errors })}
    <p class="hint"><code>4242 4242 4242 4242</code> pays, <code>4000 0000 0000 0002</code> is declined. Never type a real one.</p>
    <details class="cards"><summary>All test cards</summary><ul>
      ${testCards.map((card) => html`<li><code>${groupDigits(card.number)}</code> ${card.what}</li>`)}
    </ul></details></div>`
        : ''
    }`,
  );
}

function choice(value: string, label: string, form: PayForm): Markup {
  return html`<label class="choice"><input type="radio" name="method" value="${value}" ${form.method === value ? 'checked' : ''}> ${label}</label>`;
}

function submitMessage(session: Stripe.Checkout.Session): Markup | string {
  const message = session.custom_text.submit?.message;
  return message ? html`<p class="hint">${message}</p>` : '';
}

function field(options: {
  name: FieldName;
  label: string;
  form: PayForm;
  errors: FieldErrors;
  autocomplete: string;
  type?: string;
  inputmode?: string;
  readonly?: boolean;
}): Markup {
  const { form, errors, ...rest } = options;
  return formField({ ...rest, value: form[rest.name], error: errors[rest.name] });
}

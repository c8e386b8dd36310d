import { html } from 'hono/html';
import { layout, type Markup } from '../pages/layout.ts';
import type { PaypalAccount, StoredCapture, StoredEvent, StoredOrder } from './account.ts';
import { canBeApproved } from './approve-order.ts';
import { openDisputeOf } from './disputes.ts';
import { showMoney } from './money.ts';

const SHOWN = 50;

/** The account's contents, with buttons to act as the payer, the bank and the shop's accountant. */
export function dashboardPage(account: PaypalAccount): Markup {
  const orders = account.orders.newest().slice(0, SHOWN);
  const events = account.events.newest().slice(0, SHOWN);
  return layout({
    title: 'PayPal',
    body: html`<main class="page">
<p><a href="/">Sandbox</a></p>
<h1>PayPal</h1>
<h2>Payments</h2>
${
  orders.length === 0
    ? html`<p class="empty">No payment yet. Check out in the shop with PayPal and it will be here.</p>`
    : html`<ul class="cards-list">${orders.map((stored) => orderCard(account, stored))}</ul>`
}
<h2>Events</h2>
${
  events.length === 0
    ? html`<p class="empty">No event yet.</p>`
    : html`<ul class="cards-list">${events.map(eventCard)}</ul>`
}
</main>`,
  });
}

function orderCard(account: PaypalAccount, stored: StoredOrder): Markup {
  const { order, captureIds } = stored;
  const [unit] = order.purchase_units;
  const captures = captureIds.flatMap((id) => account.captures.get(id) ?? []);
  return html`<li>
  <p class="split"><strong>${unit ? showMoney(unit.amount) : ''}</strong>
    <span class="tags"><span class="tag ${order.status.toLowerCase()}">${say(order.status)}</span>
    ${captures.map(({ capture }) => html`<span class="tag ${capture.status.toLowerCase()}">payment ${say(capture.status)}</span>`)}</span></p>
  <p>${order.payer?.email_address ?? 'no payer yet'} · ${when(order.create_time)}</p>
  <p class="id">${order.id}</p>
  <div class="row">
    ${canBeApproved(stored) ? html`<a class="button quiet" href="/paypal/checkoutnow?token=${order.id}">Approval page</a>` : ''}
    ${captures.map((one) => captureButtons(account, one))}
  </div>
</li>`;
}

function captureButtons(account: PaypalAccount, { capture }: StoredCapture): Markup {
  const at = `captures/${capture.id}`;
  const dispute = openDisputeOf(account, capture.id);
  const holdsMoney = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED';
  return html`
  ${capture.status === 'PENDING' ? html`${button(`${at}/settle`, 'The money arrives', { status: 'COMPLETED' })}${button(`${at}/settle`, 'The money never comes', { status: 'DECLINED' })}` : ''}
  ${holdsMoney ? button(`${at}/refund`, 'Refund what is left') : ''}
  ${holdsMoney && !dispute ? button(`${at}/dispute`, 'Dispute') : ''}
  ${dispute ? html`${button(`${at}/dispute/close`, 'Shop wins', { outcome: 'RESOLVED_SELLER_FAVOUR' })}${button(`${at}/dispute/close`, 'Payer wins', { outcome: 'RESOLVED_BUYER_FAVOUR' })}` : ''}`;
}

function eventCard({ event, attempts }: StoredEvent): Markup {
  const outcomes = attempts.map(({ outcome }) => outcome).join(', ');
  return html`<li>
  <p class="split"><strong>${event.event_type}</strong><span>${when(event.create_time)}</span></p>
  <p>Delivery: ${outcomes || 'waiting'}</p>
  <p class="id">${event.id}</p>
  <div class="row">${button(`events/${event.id}/resend`, 'Send again')}</div>
</li>`;
}

function button(path: string, label: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="/paypal/control/${path}">
  ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  <button class="quiet">${label}</button></form>`;
}

function say(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}

function when(time: string): Markup {
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

import { html } from 'hono/html';
import { layout, type Markup } from '../pages/layout.ts';
import type { StoredEvent, StoredSession, StripeAccount } from './account.ts';
import { formatAmount } from './format-amount.ts';
import { settleForms } from './pay-page.ts';
import { waitingIntent } from './pay-session.ts';

const SHOWN = 50;

/** The account's contents, with buttons to act as the bank and the clock. */
export function dashboardPage(account: StripeAccount): Markup {
  const sessions = account.sessions.newest().slice(0, SHOWN);
  const events = account.events.newest().slice(0, SHOWN);
  return layout({
    title: 'Stripe',
    body: html`<main class="page">
<p><a href="/">Sandbox</a></p>
<h1>Stripe</h1>
<h2>Checkout sessions</h2>
${
  sessions.length === 0
    ? html`<p class="empty">No session yet. Check out in the shop and it will be here.</p>`
    : html`<ul class="cards-list">${sessions.map((stored) => sessionCard(account, stored))}</ul>`
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

function sessionCard(account: StripeAccount, { session }: StoredSession): Markup {
  const charge = chargeOf(account, session.payment_intent);
  return html`<li>
  <p class="split"><strong>${formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')}</strong>
    <span class="tags"><span class="tag ${session.status ?? ''}">${session.status}</span> <span class="tag ${session.payment_status}">${session.payment_status}</span></span></p>
  <p>${session.customer_details?.email ?? 'no customer yet'} · ${when(session.created)}</p>
  <p class="id">${session.id}</p>
  <div class="row">
    ${session.url === null ? '' : html`<a class="button quiet" href="${new URL(session.url).pathname}">Payment page</a>`}
    ${session.status === 'open' ? controlButton(`sessions/${session.id}/expire`, 'Expire') : ''}
    ${charge?.status === 'succeeded' && !charge.disputed ? controlButton('disputes', 'Dispute', { charge: charge.id }) : ''}
    ${waitingIntent(account, session) ? settleForms(session.id) : ''}
  </div>
</li>`;
}

function eventCard({ event, attempts }: StoredEvent): Markup {
  const outcomes = attempts.map(({ outcome }) => outcome).join(', ');
  return html`<li>
  <p class="split"><strong>${event.type}</strong><span>${when(event.created)}</span></p>
  <p>Delivery: ${outcomes || 'waiting'}</p>
  <p class="id">${event.id}</p>
  <div class="row">${controlButton(`events/${event.id}/resend`, 'Send again')}</div>
</li>`;
}

function controlButton(path: string, label: string, fields: Record<string, string> = {}): Markup {
  return html`<form method="post" action="/stripe/control/${path}">
  ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  <button class="quiet">${label}</button></form>`;
}

function chargeOf(account: StripeAccount, intentId: unknown) {
  const intent = account.paymentIntents.get(String(intentId));
  return account.charges.get(String(intent?.latest_charge));
}

function when(seconds: number): Markup {
  const date = new Date(seconds * 1000).toISOString();
  return html`<time datetime="${date}">${date.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

import { html } from 'hono/html';
import { layout } from './layout.ts';

interface Counts {
  sessions: number;
  mails: number;
  events: number;
  paypal: { orders: number; events: number };
}

export function indexPage(counts: Counts) {
  return layout({
    title: 'Sandbox',
    body: html`<main class="page">
<h1>Sandbox</h1>
<p class="lead">A stand-in for the payment providers and the mail server, so that the shop can be tried and tested without an account anywhere.</p>
<ul class="tiles">
  <li><a href="/mail"><strong>Mailbox</strong><span>${counts.mails} kept</span></a></li>
  <li><a href="/stripe"><strong>Stripe</strong><span>${counts.sessions} sessions, ${counts.events} events</span></a></li>
  <li><a href="/paypal"><strong>PayPal</strong><span>${counts.paypal.orders} payments, ${counts.paypal.events} events</span></a></li>
  <li><a href="/chaos"><strong>Chaos</strong><span>what is set to go wrong</span></a></li>
</ul>
<h2>Chaos</h2>
<p>Send knobs as JSON to <code>POST /chaos</code>; each call replaces the last and <code>{}</code> makes everything well again. All knobs are in <code>sandbox/README.md</code>.</p>
<pre tabindex="0"><code>{ "webhooks": { "duplicate": 2, "reorder": true, "delayMs": 2000, "drop": 1 },
  "api": { "match": "POST /v1/checkout/sessions", "fail": { "status": 500, "times": 1 } },
  "smtp": { "reject": 1 } }</code></pre>
</main>`,
  });
}

import { html } from 'hono/html';
import { layout, type Markup } from '../pages/layout.ts';
import type { Mail } from './mailbox.ts';

const SHOWN = 100;

/** The list of emails with the open one beside it. */
export function inboxPage(mails: Mail[], open: Mail | undefined, view: 'html' | 'text'): Markup {
  return layout({
    title: open === undefined ? 'Mailbox' : open.subject || 'Mail',
    kind: `mailbox ${open === undefined ? '' : 'reading'}`,
    body: html`<main class="mail-grid">
<section class="inbox">
  <p><a href="/">Sandbox</a></p>
  ${open === undefined ? html`<h1>Mailbox</h1>` : html`<h2>Mailbox</h2>`}
  <p class="hint">${mails.length === 0 ? 'No mail yet.' : `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}, newest first.`} <a href="/mail">Refresh</a></p>
  ${mails.length === 0 ? html`<p class="empty">Whatever the shop sends arrives here.</p>` : html`<ul class="mails">${mails.slice(0, SHOWN).map((mail) => entry(mail, mail.id === open?.id))}</ul>`}
</section>
${open === undefined ? (mails.length === 0 ? '' : html`<section class="letter"><p class="empty">Choose a mail to read it.</p></section>`) : letter(open, view)}
</main>`,
  });
}

function entry(mail: Mail, isOpen: boolean): Markup {
  return html`<li><a href="/mail/${mail.id}" ${isOpen ? html`aria-current="true"` : ''}>
  <strong>${mail.subject || '(no subject)'}</strong>
  <span>to ${mail.to.join(', ')}</span>
  ${time(mail.receivedAt)}
</a></li>`;
}

function letter(mail: Mail, view: 'html' | 'text'): Markup {
  const shown = mail.html === '' ? 'text' : view;
  return html`<article class="letter">
  <p class="only-narrow"><a href="/mail"><span aria-hidden="true">←</span> All mails</a></p>
  <h1>${mail.subject || '(no subject)'}</h1>
  <dl>
    <dt>From</dt><dd>${mail.from}</dd>
    <dt>To</dt><dd>${mail.to.join(', ')}</dd>
    ${mail.replyTo.length > 0 ? html`<dt>Reply to</dt><dd>${mail.replyTo.join(', ')}</dd>` : ''}
    <dt>Date</dt><dd>${time(mail.date)}</dd>
    ${mail.attachments.length > 0 ? html`<dt>Attached</dt><dd>${mail.attachments.map(({ filename, size }) => `${filename || 'unnamed'} (${size} bytes)`).join(', ')}</dd>` : ''}
  </dl>
  <nav class="tabs" aria-label="View">
    ${mail.html === '' ? '' : html`<a href="/mail/${mail.id}" ${shown === 'html' ? html`aria-current="page"` : ''}>HTML</a>`}
    <a href="/mail/${mail.id}?view=text" ${shown === 'text' ? html`aria-current="page"` : ''}>Text</a>
  </nav>
  ${shown === 'html' ? frame(mail) : html`<pre class="text">${mail.text || '(no text part)'}</pre>`}
</article>`;
}

/** Nothing in an email may run: no scripts, no forms, no origin; its links open in a new tab. */
function frame(mail: Mail): Markup {
  const head = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:* https:"><base target="_blank">`;
  return html`<iframe title="Mail" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc="${head}${mail.html}"></iframe>`;
}

function time(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

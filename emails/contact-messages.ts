import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import {
  button,
  factsBlock,
  label,
  type Markup,
  paragraph,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

/** What a visitor wrote in the contact form. */
export interface ContactMessage {
  name: string;
  email: string;
  phone: string;
  message: string;
}

/** To the team: one message in full, or several in one email. The list must not be empty. */
export function contactMessagesMail(
  messages: readonly ContactMessage[],
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const heading =
    messages.length === 1
      ? `New message from ${shorten(messages[0]?.name ?? '', 80)}`
      : `${messages.length} new messages`;
  const admin = `${origin}/admin/contacts`;
  return renderEmail(
    {
      subject: heading,
      preview: shorten(messages[0]?.message ?? '', 120),
      heading,
      body: html`${messages.map(messageBlock)}${button('Open the messages', admin)}`,
      text: [...messages.map(messageText), admin].join('\n\n'),
    },
    site,
    origin,
  );
}

function messageBlock(message: ContactMessage): Markup {
  return html`${label('Message')}${message.message.split(/\n+/).map((part) => paragraph(part))}
${label('From')}${factsBlock(senderFacts(message))}`;
}

function messageText(message: ContactMessage): string {
  return [message.message, ...senderFacts(message)].join('\n');
}

const senderFacts = ({ name, email, phone }: ContactMessage) => [name, email, phone];

function shorten(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1)}…`;
}

import type { ClaimedEmail } from './claim-emails.ts';
import { isEmailAddress } from './email-address.ts';
import type { MailTransport } from './mail-transport.ts';
import type { Sender } from './parse-sender.ts';

export type DeliveryOutcome =
  | { kind: 'sent' }
  /** `final`: retrying cannot help. */
  | { kind: 'failed'; reason: string; final: boolean };

export type MailToDeliver = Pick<ClaimedEmail, 'id' | 'recipient' | 'subject' | 'html' | 'text'>;

interface DeliveryOptions {
  transport: MailTransport;
  from: Sender;
  /** The sender's name and address if `from` has none. */
  shop: () => Promise<{ brand: string; email: string }>;
  sendTimeoutMs: number;
}

/**
 * Makes one attempt. The recipient is passed as an address, never as text that could contain a
 * header.
 */
export async function deliverEmail(
  { transport, from, shop, sendTimeoutMs }: DeliveryOptions,
  email: MailToDeliver,
): Promise<DeliveryOutcome> {
  if (!isEmailAddress(email.recipient)) {
    return { kind: 'failed', reason: 'not an email address', final: true };
  }
  try {
    const { brand, email: address } = await shop();
    const sender = { name: from.name || brand, address: from.address || address };
    await transport.sendMail({
      from: sender,
      to: { name: '', address: email.recipient },
      subject: email.subject.replace(/\p{Cc}+/gu, ' '),
      html: email.html,
      text: email.text,
      messageId: `<${email.id}@${sender.address.split('@')[1]}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    return { kind: 'sent' };
  } catch (error) {
    return { kind: 'failed', reason: describe(error), final: isNobody(error) };
  }
}

/**
 * The server is certain that the mailbox can't receive it (RFC 5321: mailbox unavailable, not
 * local, name not allowed). Other refusals may be its mistake or ours, so they are retried.
 */
function isNobody(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return [550, 551, 553].includes(responseCode) && ['RCPT TO', 'DATA'].includes(command);
}

/** Codes only: the server's text may quote the recipient. */
function describe(error: unknown): string {
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const known = [code, responseCode, command].filter(Boolean).join(' ');
  return known || (error instanceof Error ? error.name : 'unknown');
}

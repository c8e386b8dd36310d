import type { SendMailOptions } from 'nodemailer';

/** What the outbox needs from nodemailer's transporter. */
export interface MailTransport {
  sendMail(mail: SendMailOptions): Promise<unknown>;
  /** Connects and signs in without sending anything; rejects if that fails. */
  verify?(): Promise<unknown>;
  close(): void | Promise<void>;
}

export interface MailTimeouts {
  connectMs: number;
  /** Timeout on an open connection. */
  idleMs: number;
}

/** Maximum connections to the mail server; each is reused for one email after another. */
export const mailConnections = 10;

/**
 * `smtp://user:password@host:port` or `smtps://…`, with nodemailer's options in the query. The
 * library is only loaded for the first email.
 */
export function createMailTransport(smtpUrl: string, timeouts: MailTimeouts): MailTransport {
  let opening: ReturnType<typeof openTransport> | undefined;
  return {
    async sendMail(mail) {
      opening ??= openTransport(smtpUrl, timeouts);
      return (await opening).sendMail(mail);
    },
    async verify() {
      opening ??= openTransport(smtpUrl, timeouts);
      return (await opening).verify();
    },
    async close() {
      (await opening)?.close();
    },
  };
}

async function openTransport(smtpUrl: string, timeouts: MailTimeouts) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: mailConnections,
    // Before mail servers hang up.
    idleTimeout: 5_000,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Used if no mail server is configured: emails wait in the outbox until there is one. */
export const noMailTransport: MailTransport = {
  sendMail: () => Promise.reject(new Error('No mail server is configured (SMTP_URL).')),
  close: () => {},
};

import { createTransport, type SendMailOptions } from 'nodemailer';

/** What the outbox needs of nodemailer's transporter. */
export interface MailTransport {
  sendMail(mail: SendMailOptions): Promise<unknown>;
  close(): void;
}

export interface MailTimeouts {
  connectMs: number;
  /** Silence on an open connection. */
  idleMs: number;
}

/** `smtp://user:password@host:port` or `smtps://…`, with nodemailer's options in the query. */
export function createMailTransport(smtpUrl: string, timeouts: MailTimeouts): MailTransport {
  const transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    sendMail: (mail) => transporter.sendMail(mail),
    close: () => transporter.close(),
  };
}

/** Where no mail server is configured: mails wait in the outbox until there is one. */
export const noMailTransport: MailTransport = {
  sendMail: () => Promise.reject(new Error('No mail server is configured (SMTP_URL).')),
  close: () => {},
};

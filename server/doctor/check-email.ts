import { createTransport } from 'nodemailer';
import { mailTimeouts } from '#server/setup/choose-providers.ts';
import { type Finding, fault, ok } from './finding.ts';

const about = 'email';

export interface EmailCheck {
  smtpUrl: string | null;
  /** Null: the shop's own address, which only the shop knows. */
  from: string | null;
  isPublic: boolean;
  /** Receives a test email; if null, the server is only asked whether it would accept one. */
  to: string | null;
}

/** Connects and signs in, as for a real email. */
export async function checkEmail({ smtpUrl, from, isPublic, to }: EmailCheck): Promise<Finding[]> {
  if (!smtpUrl) {
    return [
      isPublic
        ? fault(about, 'No email is sent: set SMTP_URL.')
        : ok(about, 'simulated: set SMTP_URL to send any'),
    ];
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: mailTimeouts.connectMs,
    greetingTimeout: mailTimeouts.connectMs,
    socketTimeout: mailTimeouts.idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    if (to === null) {
      await transport.verify();
      return [ok(about, 'the mail server accepts the login; `--mail ADDRESS` sends a test email')];
    }
    if (from === null) {
      await transport.verify();
      return [
        fault(
          about,
          'To send a test email, set EMAIL_FROM, or use the button on the dashboard: it sends as the shop.',
        ),
      ];
    }
    const text = 'This is a test: the shop can send email.';
    await transport.sendMail({ from, to, subject: 'A test email of your shop', text });
    return [ok(about, `a test email was handed over for ${to}: see whether it arrives`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fault(about, `The mail server refuses (${reason}): check SMTP_URL and EMAIL_FROM.`)];
  } finally {
    transport.close();
  }
}

import { createTransport } from 'nodemailer';
import type { AuthMail, MailKind } from '../auth/services.ts';
import type { ProjectConfig } from './project-config.ts';

const subjects: Record<MailKind, string> = {
  confirmation: 'Confirm your email address',
  recovery: 'Reset your password',
  magiclink: 'Your sign-in link',
  invite: 'You have been invited',
  email_change: 'Confirm your new email address',
  reauthentication: 'Confirm that it is you',
};

/** Sends emails as plain text. Failures are reported without making the caller wait. */
export function createMailer(
  { from, user, pass, ...server }: NonNullable<ProjectConfig['smtp']>,
  report: (message: string) => void,
): { send: (mail: AuthMail) => void; close: () => void } {
  const transport = createTransport({ ...server, ...(user ? { auth: { user, pass } } : {}) });
  return {
    send({ to, kind, link, token }) {
      const text = [link && `Follow this link: ${link}`, `Or enter this code: ${token}`]
        .filter(Boolean)
        .join('\n\n');
      transport
        .sendMail({ from, to, subject: subjects[kind], text })
        .catch((error: Error) => report(`A mail could not be sent: ${error.message}`));
    },
    close: () => transport.close(),
  };
}

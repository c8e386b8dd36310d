import { createTransport } from 'nodemailer';
import type { AuthMail, AuthNotice, MailKind } from '../auth/services.ts';
import type { ProjectConfig } from './project-config.ts';

const subjects: Record<MailKind, string> = {
  confirmation: 'Confirm your email address',
  recovery: 'Reset your password',
  magiclink: 'Your sign-in link',
  invite: 'You have been invited',
  email_change: 'Confirm your new email address',
  reauthentication: 'Confirm that it is you',
};

const notices: Record<AuthNotice['kind'], { subject: string; done: string }> = {
  identity_linked: { subject: 'A new way to sign in was added', done: 'can now sign in to' },
  identity_unlinked: { subject: 'A way to sign in was removed', done: 'no longer signs in to' },
};

/** Sends emails as plain text. Failures are reported without making the caller wait. */
export function createMailer(
  { from, user, pass, ...server }: NonNullable<ProjectConfig['smtp']>,
  report: (message: string) => void,
): {
  send: (mail: AuthMail) => void;
  notify: (notice: AuthNotice) => void;
  close: () => void;
} {
  const transport = createTransport({ ...server, ...(user ? { auth: { user, pass } } : {}) });
  const deliver = (to: string, subject: string, text: string) => {
    transport
      .sendMail({ from, to, subject, text })
      .catch((error: Error) => report(`A mail could not be sent: ${error.message}`));
  };
  return {
    send({ to, kind, link, token }) {
      const text = [link && `Follow this link: ${link}`, `Or enter this code: ${token}`]
        .filter(Boolean)
        .join('\n\n');
      deliver(to, subjects[kind], text);
    },
    notify({ to, kind, provider, at }) {
      const { subject, done } = notices[kind];
      const text = [
        `Since ${at.toUTCString()}, ${provider} ${done} your account ${to}.`,
        'If it was not you, reset your password and write to us at once.',
      ].join('\n\n');
      deliver(to, subject, text);
    },
    close: () => transport.close(),
  };
}

import { createTransport } from 'nodemailer';
import type { AuthNotice, NoticeKind } from '../auth/notices.ts';
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

const noticeSubjects: Record<NoticeKind, string> = {
  password_changed: 'Your password was changed',
  email_changed: 'Your email address was changed',
  identity_linked: 'A new way to sign in was added',
  identity_unlinked: 'A way to sign in was removed',
  mfa_factor_enrolled: 'A second factor was added',
  mfa_factor_unenrolled: 'A second factor was removed',
};

/** After these, the owner may lack the inbox or second factor needed to reset the password. */
const cannotReset = new Set<NoticeKind>(['email_changed', 'mfa_factor_enrolled']);

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
    notify(notice) {
      const text = [
        `Since ${notice.at.toUTCString()}, ${describeChange(notice)}.`,
        cannotReset.has(notice.kind)
          ? 'If it was not you, write to us at once.'
          : 'If it was not you, reset your password and write to us at once.',
      ].join('\n\n');
      deliver(notice.to, noticeSubjects[notice.kind], text);
    },
    close: () => transport.close(),
  };
}

function describeChange(notice: AuthNotice): string {
  const account = `your account ${notice.to}`;
  switch (notice.kind) {
    case 'password_changed':
      return `${account} has a new password`;
    case 'email_changed':
      return `${account} has another email address`;
    case 'identity_linked':
      return `${notice.provider} can now sign in to ${account}`;
    case 'identity_unlinked':
      return `${notice.provider} no longer signs in to ${account}`;
    case 'mfa_factor_enrolled':
      return `a new second factor (${notice.factorType}) protects ${account}`;
    case 'mfa_factor_unenrolled':
      return `a second factor (${notice.factorType}) no longer protects ${account}`;
  }
}

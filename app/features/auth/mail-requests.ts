import { type AuthProblem, callAuth } from '#app/lib/call-auth.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { rememberRequestedEmail } from './requested-emails.ts';

/** The emails with a link that can be requested here. */
export type LinkMail = 'signup' | 'recovery';

/** The URL the link returns to (requirements §2.13, Auth). */
export function mailRedirect(mail: LinkMail): string {
  return `${window.location.origin}/auth${mail === 'recovery' ? '?mode=reset' : ''}`;
}

/** Requests the email. The response never reveals whether the email address has an account. */
export async function requestMail(
  mail: LinkMail,
  email: string,
  publishableKey: string,
): Promise<AuthProblem | null> {
  const { problem } = await callAuth(
    async () => {
      const auth = await openAuth(publishableKey);
      rememberRequestedEmail(email);
      return mail === 'recovery'
        ? auth.resetPasswordForEmail(email, { redirectTo: mailRedirect(mail) })
        : auth.resend({
            type: mail,
            email,
            options: { emailRedirectTo: mailRedirect(mail) },
          });
    },
    mail === 'recovery'
      ? 'Failed to send password reset email.'
      : 'The email could not be sent. Please try again.',
  );
  return problem;
}

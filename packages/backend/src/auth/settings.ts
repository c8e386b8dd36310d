import type { NoticeKind } from './notices.ts';
import type { PASSWORD_REQUIREMENTS } from './passwords/check-password.ts';

/** A project's account settings, each with the name a hosted project uses. */
export interface AuthSettings {
  /** Anyone may create an account (`enable_signup`). */
  signUps: boolean;
  /** Visitors may get an account without an email address (`enable_anonymous_sign_ins`). */
  anonymousSignIns: boolean;
  /** An email address must be confirmed before it can sign in (`enable_confirmations`). */
  confirmEmails: boolean;
  /**
   * What was typed at a sign-up or change of address counts only once the emailed link is opened in
   * the same browser, and a provider's response only in the browser that was sent there. Browsers
   * are recognized by a cookie, and responses never reveal whether an address is known. Off, it
   * works as on a hosted project.
   */
  bindBrowsers: boolean;
  /** A new address must be confirmed from the current one too (`double_confirm_changes`). */
  confirmChangesTwice: boolean;
  /**
   * Sessions older than a day need an emailed nonce to change the password
   * (`secure_password_change`).
   */
  reauthenticateToChangePassword: boolean;
  /** In bytes (`minimum_password_length`). */
  shortestPassword: number;
  /** Kinds of characters a password must contain (`password_requirements`). */
  passwordRequirements: keyof typeof PASSWORD_REQUIREMENTS;
  /** Refuses the most common passwords, such as `password`, without a network call. */
  refuseCommonPasswords: boolean;
  /** Names of the site, which must not be passwords either. The account's own address is added. */
  guessableWords: readonly string[];
  /** Number of digits in an emailed code (`otp_length`). */
  codeLength: number;
  /** Seconds until an emailed code or link expires (`otp_expiry`). */
  codeLife: number;
  /** Seconds between two emails of a kind to one account (`max_frequency`). */
  mailInterval: number;
  /** Seconds until an access token expires (`jwt_expiry`). */
  accessTokenLife: number;
  /** Seconds during which a spent refresh token may be used again (`refresh_token_reuse_interval`). */
  refreshTokenReuseInterval: number;
  /** Signed-in users may link and unlink providers themselves (`enable_manual_linking`). */
  manualLinking: boolean;
  /** Account changes that are emailed to the owner (`email.notification`). */
  notices: readonly NoticeKind[];
  /** An authenticator app can be added as a second factor (`mfa.totp.enroll_enabled`). */
  totpEnroll: boolean;
  /** Its codes are accepted (`mfa.totp.verify_enabled`). */
  totpVerify: boolean;
  /** Seconds until a factor's challenge expires. */
  challengeLife: number;
}

export const defaultSettings: AuthSettings = {
  signUps: true,
  anonymousSignIns: false,
  confirmEmails: true,
  bindBrowsers: false,
  confirmChangesTwice: true,
  reauthenticateToChangePassword: false,
  shortestPassword: 6,
  passwordRequirements: '',
  refuseCommonPasswords: false,
  guessableWords: [],
  codeLength: 6,
  codeLife: 3600,
  mailInterval: 60,
  accessTokenLife: 3600,
  refreshTokenReuseInterval: 10,
  manualLinking: false,
  notices: [],
  totpEnroll: true,
  totpVerify: true,
  challengeLife: 300,
};

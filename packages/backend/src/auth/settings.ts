import type { NoticeKind } from './notices.ts';
import type { PASSWORD_REQUIREMENTS } from './passwords/check-password.ts';

/** A project's account settings, with the names that a hosted project uses beside them. */
export interface AuthSettings {
  /** Anybody may open an account (`enable_signup`). */
  signUps: boolean;
  /** Visitors may get an account without an address (`enable_anonymous_sign_ins`). */
  anonymousSignIns: boolean;
  /** An address must be confirmed before it can sign in (`enable_confirmations`). */
  confirmEmails: boolean;
  /**
   * What is typed at a sign-up or a change of address counts only once the emailed link is opened
   * in the browser that typed it, and a provider's answer only in the browser that left for it;
   * browsers are known by a cookie, and answers never tell whether an address is known. Without it
   * as on a hosted project.
   */
  bindBrowsers: boolean;
  /** A new address must be confirmed from the current one too (`double_confirm_changes`). */
  confirmChangesTwice: boolean;
  /**
   * A session older than a day needs an emailed nonce to change the password
   * (`secure_password_change`).
   */
  reauthenticateToChangePassword: boolean;
  /** Bytes (`minimum_password_length`). */
  shortestPassword: number;
  /** Kinds of characters a password must hold (`password_requirements`). */
  passwordRequirements: keyof typeof PASSWORD_REQUIREMENTS;
  /** Refuses the most common passwords, such as `password`, without a network call. */
  refuseCommonPasswords: boolean;
  /** Names of the site, which must not be passwords either. The account's address is added. */
  guessableWords: readonly string[];
  /** Digits of an emailed code (`otp_length`). */
  codeLength: number;
  /** Seconds an emailed code or link is good for (`otp_expiry`). */
  codeLife: number;
  /** Seconds between two emails of a kind to one account (`max_frequency`). */
  mailInterval: number;
  /** Seconds an access token is good for (`jwt_expiry`). */
  accessTokenLife: number;
  /** Seconds in which a spent refresh token may be shown again (`refresh_token_reuse_interval`). */
  refreshTokenReuseInterval: number;
  /** Signed-in users may add and remove providers themselves (`enable_manual_linking`). */
  manualLinking: boolean;
  /** Changes of an account of which its owner gets an email (`email.notification`). */
  notices: readonly NoticeKind[];
  /** An authenticator app can be added as a second factor (`mfa.totp.enroll_enabled`). */
  totpEnroll: boolean;
  /** Its codes are accepted (`mfa.totp.verify_enabled`). */
  totpVerify: boolean;
  /** Seconds in which a challenge of a factor must be answered. */
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

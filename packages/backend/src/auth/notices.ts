/** A change of an account of which its owner learns, named as GoTrue names its notifications. */
export type AccountChange =
  /** The provider as the protocol names it, such as `google`, `custom:mine` or `email`. */
  | { kind: 'identity_linked' | 'identity_unlinked'; provider: string }
  | { kind: 'mfa_factor_enrolled' | 'mfa_factor_unenrolled'; factorType: string }
  | { kind: 'password_changed' | 'email_changed' };

export type NoticeKind = AccountChange['kind'];

export const noticeKinds = [
  'password_changed',
  'email_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const satisfies readonly NoticeKind[];

/** What an owner is told. */
export type AuthNotice = AccountChange & {
  /** A UUID for this one change. */
  id: string;
  /** The account's confirmed address before the change. */
  to: string;
  at: Date;
  userMetadata: Record<string, unknown>;
};

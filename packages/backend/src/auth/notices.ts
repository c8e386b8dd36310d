/** An account change that its owner is notified of, named like GoTrue's notifications. */
export type AccountChange =
  /** The provider's name in the protocol, such as `google`, `custom:mine` or `email`. */
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

/** What the owner is notified of. */
export type AuthNotice = AccountChange & {
  /** A UUID for this change. */
  id: string;
  /** The account's confirmed address before the change. */
  to: string;
  at: Date;
  userMetadata: Record<string, unknown>;
};

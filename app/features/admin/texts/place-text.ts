import type { TextPlace } from '#domain/texts/site-texts.ts';

interface PlaceWords {
  label: string;
  /** What the place is, in one sentence. */
  about: string;
  group: 'Pages' | 'Every page' | 'Legal pages' | 'Emails';
  /** The page that shows it; absent for emails. */
  path?: string;
}

/** Every place, in the order of the list. */
export const placeWords: Record<TextPlace, PlaceWords> = {
  home: {
    label: 'Home',
    about: 'Hero, statistics, verification, why us and section headings.',
    group: 'Pages',
    path: '/',
  },
  about: { label: 'About', about: 'The whole page.', group: 'Pages', path: '/about' },
  products: {
    label: 'Products',
    about: 'Introduction and notes of the list.',
    group: 'Pages',
    path: '/products',
  },
  layout: {
    label: 'Menus and footer',
    about: 'Labels of the links in header, menu and footer.',
    group: 'Every page',
    path: '/',
  },
  legal_shipping_and_returns: {
    label: 'Shipping and returns',
    about: 'The whole page.',
    group: 'Legal pages',
    path: '/shipping-and-returns',
  },
  legal_privacy: {
    label: 'Privacy',
    about: 'The whole page.',
    group: 'Legal pages',
    path: '/privacy',
  },
  legal_terms: {
    label: 'Terms of sale',
    about: 'The whole page.',
    group: 'Legal pages',
    path: '/terms',
  },
  mail_order_confirmation: {
    label: 'Order confirmation',
    about: 'To the customer, when an order is paid.',
    group: 'Emails',
  },
  mail_order_shipped: {
    label: 'Order shipped',
    about: 'To the customer, when a parcel ships.',
    group: 'Emails',
  },
  mail_order_cancelled: {
    label: 'Order canceled',
    about: 'To the customer, when you have canceled an order.',
    group: 'Emails',
  },
  mail_order_unpaid: {
    label: 'Payment failed',
    about: 'To the customer, when a delayed payment has failed.',
    group: 'Emails',
  },
  mail_refund: {
    label: 'Refund',
    about: 'To the customer, when money is on its way back.',
    group: 'Emails',
  },
  mail_order_link: {
    label: 'Link to an order',
    about: 'To guests who want to see their order again.',
    group: 'Emails',
  },
  mail_payment_link: {
    label: 'Payment link',
    about: 'To a customer you send a payment link.',
    group: 'Emails',
  },
  mail_recall: {
    label: 'Recall',
    about: 'To everyone who bought from a recalled batch.',
    group: 'Emails',
  },
  mail_account_confirmation: {
    label: 'Confirm a sign-up',
    about: 'To people who sign up.',
    group: 'Emails',
  },
  mail_account_recovery: {
    label: 'Reset a password',
    about: 'To people who forgot their password.',
    group: 'Emails',
  },
  mail_account_magic_link: {
    label: 'Sign in by a link',
    about: 'Where accounts sign in without a password.',
    group: 'Emails',
  },
  mail_account_invite: {
    label: 'Invitation to an account',
    about: 'To people invited to open an account.',
    group: 'Emails',
  },
  mail_account_reauthentication: {
    label: 'Confirmation code',
    about: 'Before a change that needs another confirmation.',
    group: 'Emails',
  },
  mail_account_email_change: {
    label: 'Change of email',
    about: 'To the new address of an account.',
    group: 'Emails',
  },
  mail_account_password_changed: {
    label: 'Password changed',
    about: 'To a customer whose account has a new password.',
    group: 'Emails',
  },
  mail_account_email_changed: {
    label: 'Email changed',
    about: 'To the previous address after an account’s email was changed.',
    group: 'Emails',
  },
  mail_account_identity_linked: {
    label: 'Sign-in method added',
    about: 'To a customer whose account can now be opened with Google or another provider.',
    group: 'Emails',
  },
  mail_account_identity_unlinked: {
    label: 'Sign-in method removed',
    about: 'To a customer whose account can no longer be opened with a provider.',
    group: 'Emails',
  },
  mail_account_mfa_factor_enrolled: {
    label: 'Two-step sign-in turned on',
    about: 'To a customer who added an authenticator app.',
    group: 'Emails',
  },
  mail_account_mfa_factor_unenrolled: {
    label: 'Two-step sign-in turned off',
    about: 'To a customer who removed their authenticator app.',
    group: 'Emails',
  },
  mail_account_deleted: {
    label: 'Account deleted',
    about: 'The last email to a customer who deleted theirs.',
    group: 'Emails',
  },
};

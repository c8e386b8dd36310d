import { line, text } from './text-field.ts';

/**
 * Every sentence of the emails to customers, all of which the owner may change. Order lines,
 * addresses, amounts, links and the labels above them always appear, whatever the owner writes.
 */
const aboutOrders = { placeholders: ['order', 'date', 'customer', 'total', 'email', 'phone'] };
const aboutRefunds = { placeholders: [...aboutOrders.placeholders, 'amount'] };
const aboutParcels = { placeholders: [...aboutOrders.placeholders, 'carrier', 'tracking'] };
const aboutLinks = { placeholders: ['total', 'until', 'email', 'phone'] };
const aboutAccounts = { placeholders: ['time', 'email', 'phone'] };
const aboutSignIn = { placeholders: ['provider', ...aboutAccounts.placeholders] };
const reach = { placeholders: ['email', 'phone'] };

const orderHelp = () =>
  text('Last lines', 'Questions? Write to {email} and mention order {order}.', aboutOrders);
const placed = () => line('Over the lines', 'Order {order}, placed on {date}', aboutOrders);
export const mailTexts = {
  mail_order_confirmation: {
    subject: line('Subject', 'Your {name} order {order} is confirmed', aboutOrders),
    heading: line('Heading', 'Thank you for your order, {customer}.', aboutOrders),
    heading_unnamed: line('Heading, while the name is not known', 'Thank you for your order.', {
      placeholders: ['order'],
    }),
    body: text(
      'Text',
      'Your payment of {total} has arrived and we are preparing your order.',
      aboutOrders,
    ),
    button: line('Button', 'View your order'),
    placed: placed(),
    help: orderHelp(),
  },
  mail_order_shipped: {
    subject: line('Subject', 'Your {name} order {order} is on its way', aboutParcels),
    heading: line('Heading', 'Your order is on its way, {customer}', aboutParcels),
    heading_unnamed: line('Heading, while the name is not known', 'Your order is on its way', {
      placeholders: ['order'],
    }),
    body: text('Text', 'Your order {order} has shipped with {carrier}.', aboutParcels),
    track_button: line('Button to the carrier', 'Track your package'),
    button: line('Button to the order', 'View your order'),
    placed: placed(),
    verify_label: line('Over how to verify', 'Is it genuine?'),
    verify: line(
      'How to verify',
      'When it arrives, enter the number printed on its lid or collar on our {validity_page} to make sure your jar or bottle is genuine.',
      {
        placeholders: [...aboutParcels.placeholders, 'validity_page'],
        hint: '{validity_page} becomes a link.',
      },
    ),
    verify_link: line('Words of that link', 'validity page'),
    results: line('Before the links to the batches', 'Laboratory results of what we sent you:'),
    batch_link: line('Link to a batch', 'batch {batch}', { placeholders: ['batch'] }),
    recalled: line(
      'Where a batch in it is recalled',
      'We are recalling batch {batches}, which is in this parcel. Please do not use it, and read what to do:',
      { placeholders: [...aboutParcels.placeholders, 'batches'] },
    ),
    recalls_link: line('Link to the recalls', 'all recalls'),
    help: orderHelp(),
  },
  mail_order_cancelled: {
    subject: line('Subject', 'Your {name} order {order} was canceled', aboutOrders),
    heading: line('Heading', 'Your order was canceled', aboutOrders),
    body: text(
      'Text',
      'We have canceled your order {order}, and it will not be sent.\n\nIf a refund is due, we will email you about it as soon as the money is on its way back.',
      aboutOrders,
    ),
    placed: placed(),
    help: orderHelp(),
  },
  mail_order_unpaid: {
    subject: line(
      'Subject',
      'The payment for your {name} order {order} did not go through',
      aboutOrders,
    ),
    heading: line('Heading', 'Your payment did not go through', aboutOrders),
    body: text(
      'Text',
      'The payment for your order {order} did not go through. You were not charged, and the order will not be sent.\n\nIf you still want it, please order again. Another payment method may be quicker.',
      aboutOrders,
    ),
    button: line('Button', 'Back to the shop'),
    placed: placed(),
    help: orderHelp(),
  },
  mail_refund: {
    subject: line('Subject', 'Your refund of {amount} for order {order}', aboutRefunds),
    heading: line('Heading', 'Your refund is on its way', aboutRefunds),
    body: text('Text, all refunded', 'We have refunded your order {order}.', aboutRefunds),
    body_part: text(
      'Text, a part refunded',
      'We have refunded part of your order {order}.',
      aboutRefunds,
    ),
    parts: line('What was refunded, where parts were', 'This refund is for {parts}.', {
      placeholders: [...aboutRefunds.placeholders, 'parts'],
    }),
    when: text(
      'When it arrives',
      'The money goes back to your original payment method. It usually takes five to ten days to appear.',
      aboutRefunds,
    ),
    placed: placed(),
    help: orderHelp(),
  },
  mail_order_link: {
    subject: line('Subject', 'Your {name} order {order}', { placeholders: ['order'] }),
    preview: line('Preview in the mailbox', 'The link to your order {order}', {
      placeholders: ['order'],
    }),
    heading: line('Heading', 'Here is your order', { placeholders: ['order'] }),
    body: text(
      'Text',
      'This link opens your order {order}. It is valid for {days} days. Anyone who has it can see the order, so please do not share it.',
      { placeholders: ['order', 'days'] },
    ),
    button: line('Button', 'Open my order'),
    ignore: text('Last lines', 'If you did not request it, ignore this email.', reach),
  },
  mail_payment_link: {
    subject: line('Subject', 'Your {name} order is ready to be paid', aboutLinks),
    heading: line('Heading', 'Your order is ready to be paid', aboutLinks),
    body: text(
      'Text',
      'The button opens a page of ours where you can pay for what is listed here. It is valid until {until}.',
      aboutLinks,
    ),
    added: line('Where it adds to an order', 'These items are added to your order {order}.', {
      placeholders: ['order'],
    }),
    button: line('Button', 'Pay {total}', { placeholders: ['total'] }),
    help: text('Last lines', 'Questions? Write to {email} or call {phone}.', reach),
  },
  mail_recall: {
    subject: line('Subject', 'Recall: please check your {name} product'),
    heading: line('Heading', 'Please check your jar: we are recalling a batch'),
    body: text(
      'Text',
      'You bought from a batch that we are taking back. The batch number is on the lid of the jar or the collar of the bottle.',
      reach,
    ),
    read: text(
      'Before the button',
      'Please let us know that you have read this: one press is enough.',
    ),
    button: line('Button', 'I have read this'),
    recalls: line('Before the address of all recalls', 'All recalls:'),
    help: text('Last lines', 'Questions? Write to {email} or call {phone}.', reach),
  },
  mail_account_confirmation: {
    subject: line('Subject', 'Confirm your email for {name}'),
    heading: line('Heading', 'One more step'),
    body: text('Text', 'Confirm this address and your {name} account is ready.', reach),
    button: line('Button', 'Confirm my email'),
    ignore: text(
      'Last lines',
      'If you did not sign up, ignore this email. No account will be opened.',
      reach,
    ),
  },
  mail_account_recovery: {
    subject: line('Subject', 'Reset your {name} password'),
    heading: line('Heading', 'Choose a new password'),
    body: text(
      'Text',
      'Someone, hopefully you, asked to reset the password for your {name} account.',
      reach,
    ),
    button: line('Button', 'Choose a new password'),
    ignore: text(
      'Last lines',
      'If it was not you, ignore this email. Your password will not change.',
      reach,
    ),
  },
  mail_account_magic_link: {
    subject: line('Subject', 'Sign in to {name}'),
    heading: line('Heading', 'Your sign-in link'),
    body: text('Text', 'This link signs you in. It works once.', reach),
    button: line('Button', 'Sign in'),
    code: line('Over the code', 'Or enter this code:'),
    ignore: text('Last lines', 'If you did not request it, ignore this email.', reach),
  },
  mail_account_invite: {
    subject: line('Subject', 'You are invited to {name}'),
    heading: line('Heading', 'You are invited'),
    body: text('Text', 'Accept the invitation to open your {name} account.', reach),
    button: line('Button', 'Accept the invitation'),
    ignore: text('Last lines', 'If you were not expecting it, ignore this email.', reach),
  },
  mail_account_reauthentication: {
    subject: line('Subject', 'Your {name} code'),
    heading: line('Heading', 'Your confirmation code'),
    body: text('Text', 'Enter this code to confirm that it is you.', reach),
    ignore: text('Last lines', 'If it was not you, change your password.', reach),
  },
  mail_account_email_change: {
    subject: line('Subject', 'Confirm the new email for your {name} account'),
    heading: line('Heading', 'A new email for your account'),
    body: text('Text', 'Confirm that your {name} account should use {new_email} from now on.', {
      placeholders: ['new_email', ...reach.placeholders],
    }),
    body_unnamed: text(
      'Text, where the address is not known',
      'Confirm the new email for your {name} account.',
      reach,
    ),
    button: line('Button', 'Confirm the change'),
    ignore: text(
      'Last lines',
      'If it was not you, do not open the link, and change your password.',
      reach,
    ),
  },
  mail_account_password_changed: {
    subject: line('Subject', 'Your {name} password was changed', aboutAccounts),
    heading: line('Heading', 'Your password was changed', aboutAccounts),
    body: text(
      'Text',
      'Since {time}, your {name} account has a new password. If that was you, there is nothing to do.',
      aboutAccounts,
    ),
    help: text(
      'Last lines',
      'Wasn’t you? Choose a new password under “Forgot your password?”, which signs out all devices, and write to {email} right away.',
      aboutAccounts,
    ),
  },
  mail_account_email_changed: {
    subject: line('Subject', 'The email address of your {name} account was changed', aboutAccounts),
    heading: line('Heading', 'Your email address was changed', aboutAccounts),
    body: text(
      'Text',
      'Since {time}, your {name} account has another email address, and you can no longer sign in with this one. If that was you, there is nothing to do.',
      aboutAccounts,
    ),
    help: text(
      'Last lines',
      'Wasn’t you? Write to {email} right away. You can no longer reset the password with this address, so we will help you.',
      aboutAccounts,
    ),
  },
  mail_account_identity_linked: {
    subject: line('Subject', 'You can now sign in to {name} with {provider}', aboutSignIn),
    heading: line('Heading', 'A new way to sign in', aboutSignIn),
    body: text(
      'Text',
      'Since {time}, {provider} opens your {name} account. If that was you, there is nothing to do.',
      aboutSignIn,
    ),
    help: text(
      'Last lines',
      'Wasn’t you? Choose a new password under “Forgot your password?”, which signs out all devices, and write to {email} right away so that we can remove it.',
      aboutSignIn,
    ),
  },
  mail_account_identity_unlinked: {
    subject: line('Subject', 'You can no longer sign in to {name} with {provider}', aboutSignIn),
    heading: line('Heading', 'A way to sign in was removed', aboutSignIn),
    body: text(
      'Text',
      'Since {time}, {provider} no longer opens your {name} account. If that was you, there is nothing to do.',
      aboutSignIn,
    ),
    help: text(
      'Last lines',
      'Wasn’t you? Write to {email} right away. If this address still signs you in, choose a new password under “Forgot your password?”, which signs out all devices.',
      aboutSignIn,
    ),
  },
  mail_account_mfa_factor_enrolled: {
    subject: line(
      'Subject',
      'An authenticator app was added to your {name} account',
      aboutAccounts,
    ),
    heading: line('Heading', 'An authenticator app was added', aboutAccounts),
    body: text(
      'Text',
      'Since {time}, signing in to your {name} account also requires a code from an authenticator app. If that was you, there is nothing to do.',
      aboutAccounts,
    ),
    help: text(
      'Last lines',
      'Wasn’t you? Write to {email} right away so that we can remove the app. Until then, choosing a new password requires a code from it as well.',
      aboutAccounts,
    ),
  },
  mail_account_mfa_factor_unenrolled: {
    subject: line(
      'Subject',
      'An authenticator app was removed from your {name} account',
      aboutAccounts,
    ),
    heading: line('Heading', 'An authenticator app was removed', aboutAccounts),
    body: text(
      'Text',
      'Since {time}, signing in to your {name} account no longer requires a code from the authenticator app that was removed. If that was you, there is nothing to do.',
      aboutAccounts,
    ),
    help: text(
      'Last lines',
      'Wasn’t you? Choose a new password under “Forgot your password?”, which signs out all devices, and write to {email} right away.',
      aboutAccounts,
    ),
  },
  mail_account_deleted: {
    subject: line('Subject', 'Your {name} account has been deleted'),
    heading: line('Heading', 'Your account has been deleted'),
    body: text(
      'Text',
      'Your {name} account has been deleted, as you asked.\n\nYour orders stay in our records without your name, your address or any other personal details.',
      reach,
    ),
    help: text('Last lines', 'Wasn’t you? Write to {email} right away.', reach),
  },
};

import { functionLimits as limit } from '#server/limits.ts';
import { createRefundOrder } from '#server/orders/refunds/refund-order.ts';
import { acceptPaymentFunction } from './accept-payment.ts';
import {
  accountProofFunction,
  createCodesFunction,
  deleteAccountFunction,
  exportAccountFunction,
  recoveryCodeFunction,
} from './account-functions.ts';
import {
  acceptInvitationFunction,
  inviteAdminFunction,
  listAdminsFunction,
  openInvitationFunction,
  removeAdminFunction,
  withdrawInvitationFunction,
} from './admin-functions.ts';
import { checkCodeFunction, maxReportBytes, reportCodeFunction } from './authenticity-functions.ts';
import { backupFunction } from './backup.ts';
import {
  blockBatchFunction,
  correctBatchFunction,
  issueCodesFunction,
  releaseBatchFunction,
  reviewBatchFunction,
  voidUnitFunction,
} from './batch-functions.ts';
import { correctOrderFunction, tellCancelledFunction } from './correct-order.ts';
import { createManualOrderFunction } from './create-manual-order.ts';
import { eraseCustomerFunction, exportCustomerFunction } from './customer-functions.ts';
import { dismissFailedMailsFunction, resendFailedMailFunction } from './failed-mails.ts';
import { fetchPictureFunction } from './fetch-picture.ts';
import { findOrder, openOrder } from './find-order.ts';
import { firstDayFunction, sendTestMailFunction } from './first-day.ts';
import type { ShopFunction } from './function-handler.ts';
import { healthFunction } from './health.ts';
import { paymentFunctions } from './payment-functions.ts';
import {
  addToOrderFunction,
  cancelPaymentLinkFunction,
  copyPaymentLinkFunction,
  createPaymentLinkFunction,
  openPaymentLink,
  payByLinkFunction,
  sendPaymentLinkFunction,
} from './payment-link-functions.ts';
import { previewMailFunction } from './preview-mail.ts';
import { maxPreviewBytes, previewPageFunction } from './preview-page.ts';
import { quote } from './quote.ts';
import {
  acknowledgeRecallFunction,
  previewRecallFunction,
  recallListFunction,
  recallProgressFunction,
  sendRecallFunction,
} from './recall-functions.ts';
import { forgetOrders, recentOrders } from './recent-orders.ts';
import { reconcileFunction } from './reconcile.ts';
import { refundOrderFunction } from './refund-order.ts';
import { resendOrderEmail } from './resend-order-email.ts';
import { confirmRestoreFunction } from './restore.ts';
import { sendOrderEmail } from './send-order-email.ts';
import { shipOrderFunction, shipOrdersFunction } from './ship-order.ts';

/** Every function of the shop; `docs/functions.md` has their inputs and answers. */
export const functionTable: readonly ShopFunction[] = [
  ...paymentFunctions,
  {
    name: 'quote',
    access: 'everyone',
    limit: limit.shopping,
    handler: quote,
  },
  {
    name: 'recent-orders',
    access: 'everyone',
    limit: limit.shopping,
    handler: recentOrders,
  },
  {
    name: 'forget-orders',
    access: 'unchecked',
    limit: limit.shopping,
    handler: ({ originOf }) => forgetOrders(originOf),
  },
  {
    name: 'send-order-email',
    access: 'everyone',
    limit: limit.orderMail,
    handler: ({ context, outbox, deliveryWaitMs }) =>
      sendOrderEmail(context, outbox, deliveryWaitMs),
  },
  {
    name: 'find-order',
    access: 'everyone',
    limit: limit.guesses,
    handler: ({ context, originOf }) => findOrder(context, originOf),
  },
  {
    name: 'open-order',
    access: 'everyone',
    limit: limit.links,
    handler: ({ context }) => openOrder(context),
  },
  {
    name: 'open-payment-link',
    access: 'everyone',
    limit: limit.links,
    handler: ({ context }) => openPaymentLink(context),
  },
  {
    name: 'pay-by-link',
    access: 'everyone',
    limit: limit.links,
    handler: payByLinkFunction,
  },
  {
    name: 'check-code',
    access: 'everyone',
    limit: limit.codeChecks,
    handler: checkCodeFunction,
  },
  {
    name: 'report-code',
    access: 'everyone',
    limit: limit.reports,
    maxBodyBytes: maxReportBytes,
    handler: reportCodeFunction,
  },
  {
    name: 'acknowledge-recall',
    access: 'everyone',
    limit: limit.links,
    handler: acknowledgeRecallFunction,
  },
  {
    name: 'export-account',
    access: 'customers',
    limit: limit.heavy,
    handler: exportAccountFunction,
  },
  {
    name: 'account-proof',
    access: 'customers',
    limit: limit.account,
    handler: accountProofFunction,
  },
  {
    name: 'delete-account',
    access: 'customers',
    limit: limit.guesses,
    handler: deleteAccountFunction,
  },
  {
    name: 'create-recovery-codes',
    access: 'customers',
    limit: limit.heavy,
    handler: createCodesFunction,
  },
  {
    name: 'use-recovery-code',
    access: 'before second step',
    limit: limit.guesses,
    handler: recoveryCodeFunction,
  },
  {
    name: 'refund-order',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => refundOrderFunction(createRefundOrder(context)),
  },
  {
    name: 'accept-payment',
    formerName: 'accept-order',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => acceptPaymentFunction(context),
  },
  {
    name: 'ship-order',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => shipOrderFunction(context),
  },
  {
    name: 'ship-orders',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => shipOrdersFunction(context),
  },
  {
    name: 'correct-order',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => correctOrderFunction(context),
  },
  {
    name: 'create-manual-order',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => createManualOrderFunction(context),
  },
  {
    name: 'create-payment-link',
    access: 'admins',
    limit: limit.administration,
    handler: createPaymentLinkFunction,
  },
  {
    name: 'add-to-order',
    access: 'admins',
    limit: limit.administration,
    handler: addToOrderFunction,
  },
  {
    name: 'copy-payment-link',
    access: 'admins',
    limit: limit.administration,
    handler: copyPaymentLinkFunction,
  },
  {
    name: 'send-payment-link',
    access: 'admins',
    limit: limit.links,
    handler: sendPaymentLinkFunction,
  },
  {
    name: 'cancel-payment-link',
    access: 'admins',
    limit: limit.administration,
    handler: cancelPaymentLinkFunction,
  },
  {
    name: 'tell-cancelled',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => tellCancelledFunction(context),
  },
  {
    name: 'resend-order-email',
    access: 'admins',
    limit: limit.links,
    handler: ({ context, outbox, deliveryWaitMs }) =>
      resendOrderEmail(context, outbox, deliveryWaitMs),
  },
  {
    name: 'resend-failed-mail',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context, outbox, deliveryWaitMs }) =>
      resendFailedMailFunction(context, outbox, deliveryWaitMs),
  },
  {
    name: 'dismiss-failed-mails',
    access: 'admins',
    limit: limit.administration,
    handler: ({ context }) => dismissFailedMailsFunction(context),
  },
  {
    name: 'review-batch',
    access: 'admins',
    limit: limit.administration,
    handler: reviewBatchFunction,
  },
  {
    name: 'release-batch',
    access: 'admins',
    limit: limit.administration,
    handler: releaseBatchFunction,
  },
  {
    name: 'block-batch',
    access: 'admins',
    limit: limit.administration,
    handler: blockBatchFunction,
  },
  {
    name: 'correct-batch',
    access: 'admins',
    limit: limit.administration,
    handler: correctBatchFunction,
  },
  {
    name: 'issue-codes',
    access: 'admins',
    limit: limit.heavy,
    handler: issueCodesFunction,
  },
  {
    name: 'void-unit',
    access: 'admins',
    limit: limit.administration,
    handler: voidUnitFunction,
  },
  {
    name: 'export-customer',
    access: 'admins',
    limit: limit.heavy,
    handler: exportCustomerFunction,
  },
  {
    name: 'erase-customer',
    access: 'admins',
    limit: limit.heavy,
    handler: eraseCustomerFunction,
  },
  {
    name: 'preview-recall',
    access: 'admins',
    limit: limit.administration,
    handler: previewRecallFunction,
  },
  {
    name: 'send-recall',
    access: 'admins',
    limit: limit.administration,
    handler: sendRecallFunction,
  },
  {
    name: 'recall-progress',
    access: 'admins',
    limit: limit.administration,
    handler: recallProgressFunction,
  },
  {
    name: 'recall-list',
    access: 'admins',
    limit: limit.heavy,
    handler: recallListFunction,
  },
  {
    name: 'reconcile',
    access: 'admins and service',
    limit: limit.heavy,
    handler: ({ context, runJob }) => reconcileFunction(context, runJob),
  },
  {
    name: 'backup',
    access: 'service',
    limit: limit.heavy,
    handler: backupFunction,
  },
  {
    name: 'confirm-restore',
    access: 'admins and service',
    limit: limit.heavy,
    handler: confirmRestoreFunction,
  },
  {
    name: 'health',
    access: 'admins',
    limit: limit.administration,
    handler: healthFunction,
  },
  {
    name: 'first-day',
    access: 'admins',
    limit: limit.administration,
    handler: firstDayFunction,
  },
  {
    name: 'send-test-mail',
    access: 'admins',
    limit: limit.heavy,
    maxBodyBytes: maxPreviewBytes,
    handler: sendTestMailFunction,
  },
  {
    name: 'preview-page',
    access: 'admins',
    limit: limit.administration,
    maxBodyBytes: maxPreviewBytes,
    handler: previewPageFunction,
  },
  {
    name: 'preview-mail',
    access: 'admins',
    limit: limit.administration,
    maxBodyBytes: maxPreviewBytes,
    handler: previewMailFunction,
  },
  {
    name: 'fetch-picture',
    access: 'admins',
    limit: limit.administration,
    handler: fetchPictureFunction,
  },
  {
    name: 'list-admins',
    access: 'admins',
    limit: limit.administration,
    handler: listAdminsFunction,
  },
  {
    name: 'invite-admin',
    access: 'admins',
    limit: limit.invitations,
    handler: inviteAdminFunction,
  },
  {
    name: 'withdraw-admin-invitation',
    access: 'admins',
    limit: limit.links,
    handler: withdrawInvitationFunction,
  },
  {
    name: 'remove-admin',
    access: 'admins',
    limit: limit.links,
    handler: removeAdminFunction,
  },
  {
    name: 'open-admin-invitation',
    access: 'everyone',
    limit: limit.links,
    handler: openInvitationFunction,
  },
  {
    name: 'accept-admin-invitation',
    access: 'unchecked',
    limit: limit.acceptances,
    handler: acceptInvitationFunction,
  },
];

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Every way in which a function says no. The codes are part of the contract; the words are not. */
const statusOf = {
  invalid_json: 400,
  invalid_request: 400,
  empty_cart: 400,
  unknown_product: 400,
  weight_mismatch: 400,
  invalid_quantity: 400,
  weak_password: 400,
  sold_out: 409,
  out_of_stock: 409,
  already_paid: 409,
  attempt_conflict: 409,
  order_unpaid: 409,
  order_cancelled: 409,
  order_changed: 409,
  order_disputed: 409,
  not_in_review: 409,
  other_currency: 409,
  mail_expired: 409,
  nothing_to_refund: 409,
  amount_too_high: 409,
  already_admin: 409,
  own_right: 409,
  configured_admin: 409,
  payment_declined: 402,
  invalid_api_key: 401,
  invalid_token: 401,
  not_signed_in: 401,
  foreign_origin: 403,
  not_admin: 403,
  admin_account: 403,
  other_account: 403,
  proof_needed: 403,
  second_step_needed: 403,
  wrong_code: 403,
  order_not_found: 404,
  mail_not_found: 404,
  admin_not_found: 404,
  invitation_not_found: 404,
  function_not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  rate_limited: 429,
  too_many_unpaid: 429,
  provider_refused: 502,
  provider_unavailable: 503,
  database_unavailable: 503,
} as const satisfies Record<string, ContentfulStatusCode>;

export type FailureCode = keyof typeof statusOf;

export function fail(c: Context, code: FailureCode, message: string, details = {}): Response {
  return c.json({ error: { code, message, ...details } }, statusOf[code]);
}

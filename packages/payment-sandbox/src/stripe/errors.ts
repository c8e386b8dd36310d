type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface Details {
  code?: string;
  param?: string;
}

/**
 * A refusal in Stripe's own words; thrown anywhere below the API and turned into a response in one
 * place. `executed` tells whether the operation had begun: only then does an idempotency key
 * remember it (https://docs.stripe.com/api/idempotent_requests).
 */
export class StripeError extends Error {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly details: Details;
  readonly executed: boolean;

  constructor(
    status: number,
    type: StripeErrorType,
    message: string,
    details: Details = {},
    executed = true,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
    this.executed = executed;
  }

  get body() {
    const { code, param } = this.details;
    return {
      error: {
        ...(code === undefined
          ? {}
          : { code, doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` }),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        type: this.type,
      },
    };
  }
}

/** A parameter was refused before anything ran. */
export function invalidParam(message: string, param: string, code?: string): StripeError {
  const details = code === undefined ? { param } : { param, code };
  return new StripeError(400, 'invalid_request_error', message, details, false);
}

export function missingParam(param: string): StripeError {
  return invalidParam(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** `noun` in Stripe's spelling: "checkout.session", "payment_intent", … */
export function noSuch(noun: string, id: string, param = 'id', status = 404): StripeError {
  return new StripeError(status, 'invalid_request_error', `No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** The request is well-formed, but the object's state doesn't allow it. */
export function refused(message: string, details: Details = {}): StripeError {
  return new StripeError(400, 'invalid_request_error', message, details);
}

export function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${method}: ${path}). The sandbox plays a part of Stripe; see sandbox/README.md.`,
    {},
    false,
  );
}

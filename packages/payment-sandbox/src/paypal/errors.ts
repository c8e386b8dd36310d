import { randomBytes } from 'node:crypto';
import type { Link } from './wire.ts';

interface Detail {
  issue: string;
  description: string;
  field?: string;
  value?: string;
}

/**
 * A refusal in PayPal's own words (https://developer.paypal.com/api/rest/responses/); thrown
 * anywhere below the API and turned into a response in one place. `executed` tells whether the work
 * was done anyway: only then does a request id remember it.
 */
export class PaypalError extends Error {
  readonly status: number;
  override readonly name: string;
  readonly details: Detail[];
  readonly links: Link[];
  readonly executed: boolean;

  constructor(
    status: number,
    name: string,
    message: string,
    { details = [], links = [], executed = false }: Partial<PaypalError> = {},
  ) {
    super(message);
    this.status = status;
    this.name = name;
    this.details = details;
    this.links = links;
    this.executed = executed;
  }

  get body() {
    const { name, message, details, links } = this;
    return {
      name,
      message,
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      ...(details.length > 0 && { details }),
      links,
    };
  }
}

/** The request is well-formed, but can't be fulfilled. */
export function unprocessable(
  issue: string,
  description: string,
  more: Partial<PaypalError> & { field?: string } = {},
): PaypalError {
  const { field, ...rest } = more;
  return new PaypalError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    { ...rest, details: [{ issue, description, ...(field && { field }) }] },
  );
}

export function invalidRequest(field: string, description: string): PaypalError {
  return new PaypalError(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    { details: [{ field, issue: 'INVALID_PARAMETER_SYNTAX', description }] },
  );
}

export function notFound(): PaypalError {
  return new PaypalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', {
    details: [
      {
        issue: 'INVALID_RESOURCE_ID',
        description:
          'Specified resource ID does not exist. Please check the resource ID and try again.',
      },
    ],
  });
}

export function outage(status: number, executed: boolean): PaypalError {
  return new PaypalError(
    status,
    'INTERNAL_SERVER_ERROR',
    'An internal server error has occurred, because the sandbox was told so.',
    { executed },
  );
}

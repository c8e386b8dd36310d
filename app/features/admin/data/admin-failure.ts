/** A call that the server refused, or that did not reach it. `code` is the database's, or null. */
export class AdminFailure extends Error {
  override name = 'AdminFailure';
  readonly code: string | null;
  /** 0 if there was no response. */
  readonly status: number;

  constructor(message: string, code: string | null, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The database no longer accepts the caller as an admin. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof AdminFailure)) return false;
  return error.code === '42501' || error.code === 'not_admin' || error.status === 401;
}

/** Whether the server may have carried out the request although no response arrived. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AdminFailure && (error.status === 0 || error.status >= 500);
}

const unreachable =
  'The shop could not be reached. Check your connection, then try again. Nothing will be saved twice.';
const general = 'Something went wrong in the shop. Please try again.';
const unavailable = 'The database is not available right now. Please try again in a moment.';
const signedOut = 'Your session no longer allows this. Please sign in again.';

/** By SQLSTATE; see "PostgreSQL Error Codes". */
const words: Record<string, string> = {
  '22001': 'A text is too long.',
  '22003': 'A number is too large.',
  '22021': 'The text contains a character that cannot be stored.',
  '22P05': 'The text contains a character that cannot be stored.',
  '22P02': 'A value has the wrong format.',
  '23502': 'A required field is empty.',
  '23503': 'Something else still refers to this, or it refers to something that no longer exists.',
  '23514': 'A value is not allowed. Check what you entered, then try again.',
  '25006': 'The shop is read-only right now.',
  '40001': 'Someone else was saving at the same time. Please try again.',
  '40P01': 'Someone else was saving at the same time. Please try again.',
  '42501': signedOut,
  '53100': "The shop's disk is full, so nothing was saved. Free some space, then try again.",
  '57014': 'This took too long and was stopped. Please try again.',
  '58030': 'The shop could not write to its disk, so nothing was saved.',
};

/** By the unique constraint that was violated. */
const taken: readonly [RegExp, string][] = [
  [/products_slug/, 'Another product already uses this slug.'],
  [/blog_posts_slug/, 'Another post already uses this slug.'],
  [/validity_codes_code/, 'This code already exists.'],
  [/batches_code/, 'Another batch already has this code.'],
  [/batch_documents_batch_id_sha256/, 'This batch already has this file.'],
  [/batch_results_analyte/, 'There are two results for the same analyte.'],
];

/** By the constraint that was violated, where the general message would not help. */
const broken: readonly [RegExp, string][] = [
  [
    /(website|logo|image|media)_urls?_check/,
    'This address cannot be used. It must begin with https:// or http://.',
  ],
];

/** SQLSTATE, or one of the REST API's own codes. */
const ofDatabase = /^([0-9A-Z]{5}|PGRST\d+)$/;

/**
 * Why it failed, in words for the owner. Messages of the database or the file system name tables
 * and constraints, so they stay in the server's log; the shop's own messages are shown as they are.
 */
export function messageOf(error: unknown): string {
  // The browser's own error, also for a part of the page that could not be loaded.
  if (error instanceof TypeError) return unreachable;
  if (!(error instanceof AdminFailure)) {
    return error instanceof Error && error.message ? error.message : general;
  }
  const { code, status, message } = error;
  if (status === 0) return unreachable;
  if (status === 401) return signedOut;
  if (status === 429) return 'Too many requests. Please wait a minute, then try again.';
  // Raised by the shop's own rules, with a readable message.
  if (code === 'P0001' || code?.startsWith('PT')) return message || general;
  if (code === '23514' && message && !/violates check constraint/.test(message)) return message;
  const explained = broken.find(([constraint]) => code === '23514' && constraint.test(message));
  if (explained) return explained[1];
  if (code && ofDatabase.test(code)) return words[code] ?? sayTaken(code, message);
  if (/row-level security|permission denied/.test(message)) return signedOut;
  if (status === 507) return words['53100'] ?? general;
  if (code === null && status >= 500) return general;
  return message || general;
}

function sayTaken(code: string, message: string): string {
  if (code === '23505') {
    return taken.find(([constraint]) => constraint.test(message))?.[1] ?? 'This already exists.';
  }
  return /^(08|53|57|58)/.test(code) ? unavailable : general;
}

/** A call that the server refused or that did not reach it. `code` is the database's or null. */
export class AdminFailure extends Error {
  override name = 'AdminFailure';
  readonly code: string | null;
  readonly status: number;

  constructor(message: string, code: string | null, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The database no longer takes the caller for an administrator. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof AdminFailure)) return false;
  return error.code === '42501' || error.code === 'not_admin' || error.status === 401;
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Please try again.';
}

/** PostgREST's error body. `code` is PGRST… or a SQLSTATE. */
export interface RestErrorBody {
  code: string;
  details: unknown;
  hint: string | null;
  message: string;
}

/** A response other than success; caught in one place, where the response is built. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly statusText: string | undefined;
  readonly body: RestErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    {
      code,
      message,
      details = null,
      hint = null,
    }: Partial<RestErrorBody> & { code: string; message: string },
    { headers = {}, statusText }: { headers?: Record<string, string>; statusText?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.statusText = statusText;
    this.body = { code, details, hint, message };
    this.headers = headers;
  }

  toResponse(): Response {
    return new Response(JSON.stringify(this.body), {
      status: this.status,
      statusText: this.statusText,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'proxy-status': `PostgREST; error=${this.body.code}`,
        ...(this.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
        ...this.headers,
      },
    });
  }
}

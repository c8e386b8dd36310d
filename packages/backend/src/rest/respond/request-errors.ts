import { RestError } from './rest-error.ts';

/** PGRST1xx: problems with the request, in PostgREST's words ("Errors", group 1). */

export const badQuery = (message: string, details: string) =>
  new RestError(400, { code: 'PGRST100', message, details });

export const badRpcMethod = (method: string) =>
  new RestError(405, { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` });

export const badBody = (message: string) => new RestError(400, { code: 'PGRST102', message });

const unsatisfiable = (details: string, headers: Record<string, string> = {}) =>
  new RestError(
    416,
    { code: 'PGRST103', message: 'Requested range not satisfiable', details },
    { headers },
  );

export const negativeLimit = () => unsatisfiable('Limit should be greater than or equal to zero.');

export const reversedRange = () =>
  unsatisfiable(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  );

export const outOfBounds = (offset: number, total: number) =>
  unsatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    'content-range': `*/${total}`,
  });

export const badPutFilters = () =>
  new RestError(405, {
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  });

export const unknownSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, {
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });

export const notAcceptable = (mediaTypes: readonly string[]) =>
  new RestError(406, {
    code: 'PGRST107',
    message: `None of these media types are available: ${mediaTypes.join(', ')}`,
  });

export const notEmbedded = (relation: string) =>
  new RestError(400, {
    code: 'PGRST108',
    message: `'${relation}' is not an embedded resource in this request`,
    hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
  });

export const badResponseHeaders = () =>
  new RestError(500, {
    code: 'PGRST111',
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  });

export const badResponseStatus = () =>
  new RestError(500, {
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  });

export const putWithLimit = () =>
  new RestError(400, {
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  });

export const putMismatch = () =>
  new RestError(400, {
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  });

export const notSingular = (rows: number) =>
  new RestError(406, {
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string) =>
  new RestError(405, { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });

export const orderNotToOne = (origin: string, target: string) =>
  new RestError(400, {
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const badRaise = (details: string, hint: string) =>
  new RestError(500, {
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details,
    hint,
  });

export const badPreferences = (preferences: readonly string[]) =>
  new RestError(400, {
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });

export const aggregatesDisabled = () =>
  new RestError(400, {
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
  });

export const tooManyAffected = (rows: number) =>
  new RestError(400, {
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  });

export const badPath = () =>
  new RestError(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' });

export const noDescription = () =>
  new RestError(404, { code: 'PGRST126', message: 'Root endpoint metadata is disabled' });

export const notImplemented = (details: string) =>
  new RestError(400, { code: 'PGRST127', message: 'Feature not implemented', details });

export const maxAffectedNeedsSet = () =>
  new RestError(400, {
    code: 'PGRST128',
    message:
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  });

/** Same as PostgreSQL's safeupdate on a hosted project. */
export const needsWhere = (command: 'UPDATE' | 'DELETE') =>
  new RestError(400, { code: '21000', message: `${command} requires a WHERE clause` });

/** Limits of this server; PostgREST leaves them to the proxy in front of it. */
export const bodyTooLarge = (maximumBytes: number) =>
  new RestError(413, {
    code: 'PGRST102',
    message: 'Request body too large',
    details: `The body may have at most ${maximumBytes} bytes.`,
  });

export const searchTooCostly = () =>
  new RestError(400, {
    code: 'PGRST100',
    message: 'The search patterns of this request cost too much',
    hint: 'Use fewer or simpler patterns: no repetition inside a repetition, no back reference beside a repetition, at most four lookarounds.',
  });

export const searchedTextTooLong = () =>
  new RestError(400, {
    code: 'PGRST100',
    message: 'There is too much text for the searches of this request',
    hint: 'Search fewer columns, use fewer or simpler patterns, or none but like.',
  });

export const embeddingTooCostly = () =>
  new RestError(400, {
    code: 'PGRST100',
    message: 'The relations of this request multiply too much',
    hint: 'Embed fewer relations in one another, or give the outer ones a limit.',
  });

export const selectedTooOften = (column: string, maximum: number) =>
  new RestError(400, {
    code: 'PGRST100',
    message: `'${column}' is selected more than ${maximum} times`,
    hint: 'Select each column once.',
  });

export const answerTooLarge = (bytes: number) =>
  new RestError(413, {
    code: 'answer_too_large',
    message: `The answer would be larger than ${bytes / 1024 / 1024} MB`,
    hint: 'Ask for fewer rows, columns or relations at once.',
  });

export const callerBusy = (seconds: number) =>
  new RestError(
    429,
    { code: 'rate_limited', message: 'Too many requests. Please wait a moment.' },
    { headers: { 'retry-after': String(seconds) } },
  );

export const urlTooLong = (maximumLength: number) =>
  new RestError(414, {
    code: 'PGRST100',
    message: 'URL too long',
    details: `The URL may have at most ${maximumLength} characters.`,
  });

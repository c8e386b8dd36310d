/** The Supabase Storage error codes used here. */
type FailureCode =
  | 'AccessDenied'
  | 'BucketAlreadyExists'
  | 'DatabaseError'
  | 'DatabaseReadOnly'
  | 'DatabaseTimeout'
  | 'EntityTooLarge'
  | 'ExpiredToken'
  | 'FeatureNotEnabled'
  | 'InternalError'
  | 'InvalidBucketName'
  | 'InvalidJWT'
  | 'InvalidKey'
  | 'InvalidMimeType'
  | 'InvalidParameter'
  | 'InvalidRange'
  | 'InvalidRequest'
  | 'InvalidSignature'
  | 'KeyAlreadyExists'
  | 'NoSuchBucket'
  | 'NoSuchKey'
  | 'ResourceAlreadyExists'
  | 'ResourceLocked'
  | 'ResourceNotEmpty'
  | 'ResourceReferenced'
  | 'S3Error'
  | 'SlowDown'
  | 'TusError';

interface FailureOptions {
  /** The older name of the error, if it differs from the code. */
  error?: string;
  /** The HTTP status, if it isn't the protocol's 400 (500 for a 500). */
  httpStatus?: number;
  headers?: Readonly<Record<string, string>>;
}

/** An expected failure, returned by endpoints as a value. */
export class Failure {
  /** The status in the body; the HTTP status is 400 for nearly all of them. */
  readonly statusCode: number;
  readonly code: FailureCode;
  readonly message: string;
  readonly options: FailureOptions;

  constructor(
    statusCode: number,
    code: FailureCode,
    message: string,
    options: FailureOptions = {},
  ) {
    this.statusCode = statusCode;
    this.code = code;
    this.message = message;
    this.options = options;
  }
}

export function respondFailure({ statusCode, code, message, options }: Failure): Response {
  return Response.json(
    { statusCode: String(statusCode), error: options.error ?? code, message, code },
    {
      status: options.httpStatus ?? (statusCode === 500 ? 500 : 400),
      headers: { 'cache-control': 'no-store', ...options.headers },
    },
  );
}

export const noSuchBucket = () =>
  new Failure(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' });

export const noSuchKey = () =>
  new Failure(404, 'NoSuchKey', 'Object not found', { error: 'not_found' });

export const accessDenied = (message = 'Access denied', httpStatus = 400) =>
  new Failure(403, 'AccessDenied', message, { error: 'Unauthorized', httpStatus });

export const invalidKey = (key: string) =>
  new Failure(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`);

export const invalidRequest = (message: string) => new Failure(400, 'InvalidRequest', message);

export const invalidMimeType = (type: string) =>
  new Failure(415, 'InvalidMimeType', `mime type ${type.slice(0, 200)} is not supported`, {
    error: 'invalid_mime_type',
  });

/** The content isn't of the declared type. */
export function notOfType(type: string): Failure {
  const [kind = ''] = type.split('/');
  const noun = { image: 'an image', video: 'a video', audio: 'an audio file', font: 'a font' }[
    kind
  ];
  const message = `The file is not ${noun ?? `of the type ${type.slice(0, 200)}`}`;
  return new Failure(415, 'InvalidMimeType', message, { error: 'invalid_mime_type' });
}

export const slowDown = (message: string, seconds: number) =>
  new Failure(429, 'SlowDown', message, {
    httpStatus: 429,
    headers: { 'retry-after': String(seconds) },
  });

export const tooLarge = () =>
  new Failure(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
    error: 'Payload too large',
  });

export const alreadyExists = (
  code: 'ResourceAlreadyExists' | 'KeyAlreadyExists' | 'BucketAlreadyExists',
) => new Failure(409, code, 'The resource already exists', { error: 'Duplicate' });

import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { type Failure, invalidRequest, tooLarge } from '../failure.ts';
import { Refused, type StagedFile, stageBytes } from './stage-bytes.ts';

export interface ReceivedUpload {
  file: StagedFile;
  /** The type that the sender declared. */
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

export interface UploadRules {
  stagingDirectory: string;
  /** Bytes. */
  limit: number;
  /** Returns a failure if a file of that declared type need not even be read. */
  refuse: (mimetype: string) => Failure | null;
}

const LARGEST_METADATA = 1024 * 1024;

/** Bytes that a form's boundaries, headers and fields may add to its file. */
const FORM_ALLOWANCE = 2 * LARGEST_METADATA;

/** Reads an upload into a staged file: a form as browsers send it, or the raw bytes. */
export async function receiveUpload(
  request: Request,
  rules: UploadRules,
): Promise<ReceivedUpload | Failure> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > rules.limit + (isForm ? FORM_ALLOWANCE : 0)) return tooLarge();
  try {
    return await (isForm ? receiveForm(request, rules) : receiveBytes(request, rules));
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

async function receiveBytes(request: Request, rules: UploadRules): Promise<ReceivedUpload> {
  const mimetype = request.headers.get('content-type') ?? 'application/octet-stream';
  const refusal = rules.refuse(mimetype);
  if (refusal) throw new Refused(refusal);
  return {
    file: await stageBytes(bodyOf(request), rules.stagingDirectory, rules.limit),
    mimetype,
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    userMetadata: parseObject(
      Buffer.from(request.headers.get('x-metadata') ?? '', 'base64').toString('utf8'),
    ),
  };
}

async function receiveForm(request: Request, rules: UploadRules): Promise<ReceivedUpload> {
  const fields = new Map<string, string>();
  let partType = 'application/octet-stream';
  let part: BusboyFileStream | null = null;
  let staging: Promise<StagedFile> | null = null;

  const form = openForm(request);
  form.on('field', (name, value) => fields.set(name, value));
  form.on('file', (_name, stream: BusboyFileStream, _file, _encoding, type) => {
    part = stream;
    partType = type;
    // Nothing else handles errors of a refused part; destroying it must not crash the process.
    stream.on('error', () => {});
    const refusal = rules.refuse(fields.get('contentType') ?? type);
    staging = refusal
      ? Promise.reject(new Refused(refusal))
      : stageBytes(stream, rules.stagingDirectory, rules.limit);
    // Ends the form at once with this failure as the reason.
    staging.catch((error) => form.destroy(error));
  });

  try {
    await pipeline(bodyOf(request), form);
  } catch (error) {
    // The file stream of an interrupted form doesn't end by itself.
    (part as BusboyFileStream | null)?.destroy(error as Error);
    const staged: StagedFile | Error = await settle(staging, error);
    if (!(staged instanceof Error)) await rm(staged.path, { force: true });
    const cause = staged instanceof Refused ? staged : error;
    if (cause instanceof Refused) throw cause;
    throw new Refused(invalidRequest('The form ended before its file did'));
  }
  const file: StagedFile | null = await (staging as Promise<StagedFile> | null);
  if (!file) throw new Refused(invalidRequest('No content provided'));
  const age = fields.get('cacheControl');
  return {
    file,
    mimetype: fields.get('contentType') || partType,
    cacheControl: age ? `max-age=${age}` : 'no-cache',
    userMetadata: parseObject(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
  };
}

function openForm(request: Request) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { files: 1, fields: 10, fieldSize: LARGEST_METADATA, headerPairs: 100 },
    });
  } catch {
    throw new Refused(invalidRequest('The form has no boundary'));
  }
}

async function settle(
  staging: Promise<StagedFile> | null,
  reason: unknown,
): Promise<StagedFile | Error> {
  const broken = reason instanceof Error ? reason : new Error(String(reason));
  if (!staging) return broken;
  return staging.catch((error: Error) => error);
}

function bodyOf(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]);
}

/** A JSON object, or null for anything else, which the protocol ignores. */
function parseObject(json: string): Record<string, unknown> | null {
  if (json === '') return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';
import { pictureType } from './picture-type.ts';

/** Where pictures may be fetched from, and how large they may be. */
export interface FetchPolicy {
  isAllowed: (address: string) => boolean;
  /** Empty: the default for https, 443. */
  port: string;
  maxBytes: number;
  timeoutMs: number;
  maxRedirects: number;
  /** Certificate authorities besides those that Node trusts. */
  ca?: string;
}

export const publicPictures: FetchPolicy = {
  isAllowed: isPublicAddress,
  port: '',
  maxBytes: 20_000_000,
  timeoutMs: 10_000,
  maxRedirects: 5,
};

export type FetchedPicture =
  | { kind: 'fetched'; type: string; bytes: Buffer }
  | { kind: 'left_out'; why: LeftOut };

/**
 * `not_allowed`: not https, or not a public address; `unreachable`: no response, or one that is not
 * the picture; `too_large`, `too_slow`; `no_picture`: not a type that the shop shows.
 */
export type LeftOut = 'not_allowed' | 'unreachable' | 'too_large' | 'too_slow' | 'no_picture';

class Refusal extends Error {
  readonly why: LeftOut;

  constructor(why: LeftOut) {
    super(why);
    this.why = why;
  }
}

/**
 * Fetches a picture from the web. The address is checked when the connection is made, so a host
 * name that resolves differently the next time can't lead anywhere else. Redirects follow the same
 * rules. Sends nothing of the shop's.
 */
export async function fetchPicture(
  url: string,
  policy: FetchPolicy = publicPictures,
): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(policy.timeoutMs);
  try {
    let next = readAddress(url, undefined, policy);
    for (let redirects = 0; redirects <= policy.maxRedirects; redirects += 1) {
      const answer = await ask(next, policy, signal);
      if ('location' in answer) {
        next = readAddress(answer.location, next, policy);
        continue;
      }
      const type = pictureType(answer.bytes);
      return type
        ? { kind: 'fetched', type, bytes: answer.bytes }
        : { kind: 'left_out', why: 'no_picture' };
    }
    return { kind: 'left_out', why: 'unreachable' };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'left_out', why: error.why };
    return { kind: 'left_out', why: signal.aborted ? 'too_slow' : 'unreachable' };
  }
}

function readAddress(text: string, base: URL | undefined, policy: FetchPolicy): URL {
  const url = URL.parse(text, base);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new Refusal('not_allowed');
  }
  if (url.port !== policy.port) throw new Refusal('not_allowed');
  // Host names are resolved and checked while connecting, but a literal address never is.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !policy.isAllowed(host)) throw new Refusal('not_allowed');
  return url;
}

type Answer = { location: string } | { bytes: Buffer };

function ask(url: URL, policy: FetchPolicy, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(url, {
    signal,
    // For this request only: a reused connection may lead to an address that the rules no longer
    // allow.
    agent: false,
    lookup: allowedOnly(policy),
    headers: { accept: 'image/*', 'user-agent': 'Mozilla/5.0 (compatible; shop)' },
    ...(policy.ca ? { ca: policy.ca } : {}),
  });
  asked.on('socket', (socket: Socket) => {
    socket.on('connect', () => {
      if (!policy.isAllowed(socket.remoteAddress ?? '')) asked.destroy(new Refusal('not_allowed'));
    });
  });
  asked.on('error', reject);
  asked.on('response', (answer) => {
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      resolve({ location: headers.location });
      asked.destroy();
      return;
    }
    read(answer, policy).then((bytes) => resolve({ bytes }), reject);
  });
  asked.end();
  return promise.finally(() => asked.destroy());
}

async function read(answer: IncomingMessage, { maxBytes }: FetchPolicy): Promise<Buffer> {
  if (answer.statusCode !== 200) throw new Refusal('unreachable');
  if (Number(answer.headers['content-length']) > maxBytes) throw new Refusal('too_large');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Refusal('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Resolves a host name as usual, but returns only addresses that may be connected to. */
function allowedOnly({ isAllowed }: FetchPolicy): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return done(new Refusal('not_allowed'), '');
      if (options.all) return done(null, allowed);
      return done(null, first.address, first.family);
    });
  };
}

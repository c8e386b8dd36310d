import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  createFailureLimiter,
  createRateLimiter,
  type LimitStore,
} from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import { createKnownCertificates } from './known-certificates.ts';

const path = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
const maxBytes = 64 * 1024;

export interface CertificateSource {
  /** Null if it isn't PayPal's, can't be fetched or isn't valid now. `sender` is an IP address. */
  get(address: string, sender: string): Promise<KeyObject | null>;
  /**
   * Remembers that the certificate has signed a webhook to this shop, so that it can be fetched
   * after a restart no matter how many others are named by whoever invents them.
   */
  recordGenuine(address: string): Promise<void>;
}

export interface CertificateSourceOptions {
  timeoutMs: number;
  now: () => Date;
  /** Where limits are counted and genuine certificates remembered; null: in this process. */
  store: LimitStore;
}

interface Certificate {
  publicKey: KeyObject;
  from: Date;
  until: Date;
}

/** Null: there is none; `not now`: it was not asked for, because a limit is used up. */
type Fetched = Certificate | 'not now' | null;

/**
 * The keys that sign webhooks, by certificate. Certificates come from PayPal's own hosts only, and
 * are fetched once and cached.
 */
export function createCertificateSource(
  bases: readonly string[],
  { timeoutMs, now, store }: CertificateSourceOptions,
): CertificateSource {
  const kept = new Map<string, Certificate>();
  /** Concurrent events share one download of a certificate. */
  const underWay = new Map<string, Promise<Fetched>>();
  const known = createKnownCertificates(store);
  const countKnown = createRateLimiter(store, 'known certificates', limits.knownCertificates);
  const countUnknown = createRateLimiter(store, 'certificates', limits.webhookCertificates);
  const failuresOf = createFailureLimiter(store, 'failed certificates', limits.failedCertificates);

  const isValid = ({ from, until }: Certificate) => from <= now() && until >= now();

  async function fetchCertificate(address: string): Promise<Fetched> {
    const wait = (await known.has(address)) ? await countKnown(address) : await countUnknown('all');
    if (wait > 0) return 'not now';
    try {
      const response = await fetch(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) return null;
      const text = await response.text();
      if (text.length > maxBytes) return null;
      const { publicKey, validFromDate: from, validToDate: until } = new X509Certificate(text);
      const certificate = { publicKey, from, until };
      if (isValid(certificate)) kept.set(address, certificate);
      return certificate;
    } catch {
      return null;
    }
  }

  function fetchOnce(address: string): Promise<Fetched> {
    const running = underWay.get(address);
    if (running) return running;
    const fetched = fetchCertificate(address).finally(() => underWay.delete(address));
    underWay.set(address, fetched);
    return fetched;
  }

  async function fetchFor(address: string, sender: string): Promise<Certificate | null> {
    let fetched: Fetched = null;
    await failuresOf.attempt(sender, async () => {
      fetched = kept.get(address) ?? (await fetchOnce(address));
      // What others have used up is not the sender's failure.
      return fetched === 'not now' || (fetched !== null && isValid(fetched));
    });
    return fetched === 'not now' ? null : fetched;
  }

  return {
    async get(address, sender) {
      const base = bases.find((one) => address.startsWith(`${one}/`));
      if (base === undefined || !path.test(address.slice(base.length))) return null;
      const certificate = kept.get(address) ?? (await fetchFor(address, sender));
      return certificate && isValid(certificate) ? certificate.publicKey : null;
    },
    recordGenuine: known.add,
  };
}

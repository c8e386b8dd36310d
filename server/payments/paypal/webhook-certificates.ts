import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  createFailureLimiter,
  createRateLimiter,
  type LimitStore,
} from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';

const path = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
const maxBytes = 64 * 1024;

export interface CertificateSource {
  /** Null if it isn't PayPal's, can't be fetched or isn't valid now. `sender` is an IP address. */
  get(address: string, sender: string): Promise<KeyObject | null>;
}

export interface CertificateSourceOptions {
  timeoutMs: number;
  now: () => Date;
  limitStore: LimitStore;
}

interface Certificate {
  publicKey: KeyObject;
  from: Date;
  until: Date;
}

/**
 * The keys that sign webhooks, by certificate. Certificates come from PayPal's own hosts only, and
 * are fetched once and cached.
 */
export function createCertificateSource(
  bases: readonly string[],
  { timeoutMs, now, limitStore }: CertificateSourceOptions,
): CertificateSource {
  const kept = new Map<string, Certificate>();
  /** Concurrent events share one download of a certificate. */
  const underWay = new Map<string, Promise<Certificate | null>>();
  const countAll = createRateLimiter(limitStore, 'certificates', limits.webhookCertificates);
  const failuresOf = createFailureLimiter(
    limitStore,
    'failed certificates',
    limits.failedCertificates,
  );

  const isValid = ({ from, until }: Certificate) => from <= now() && until >= now();

  async function fetchCertificate(address: string): Promise<Certificate | null> {
    try {
      if ((await countAll('all')) > 0) return null;
      const response = await fetch(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) return null;
      const text = await response.text();
      if (text.length > maxBytes) return null;
      const { publicKey, validFromDate: from, validToDate: until } = new X509Certificate(text);
      return { publicKey, from, until };
    } catch {
      return null;
    }
  }

  async function fetchFor(address: string, sender: string): Promise<Certificate | null> {
    let fetched: Certificate | null = null;
    await failuresOf.attempt(sender, async () => {
      fetched = await fetchCertificate(address);
      return fetched !== null && isValid(fetched);
    });
    return fetched;
  }

  function fetchOnce(address: string, sender: string): Promise<Certificate | null> {
    const running = underWay.get(address);
    if (running) return running;
    const fetched = fetchFor(address, sender).finally(() => underWay.delete(address));
    underWay.set(address, fetched);
    return fetched;
  }

  return {
    async get(address, sender) {
      const base = bases.find((known) => address.startsWith(`${known}/`));
      if (base === undefined || !path.test(address.slice(base.length))) return null;
      const certificate = kept.get(address) ?? (await fetchOnce(address, sender));
      if (!certificate || !isValid(certificate)) return null;
      kept.set(address, certificate);
      return certificate.publicKey;
    },
  };
}

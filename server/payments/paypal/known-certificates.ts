import type { LimitStore } from '#server/http/rate-limiter.ts';

const prefix = 'paypal_certificate:';

/** The addresses of certificates that have signed one of PayPal's webhooks to this shop. */
export interface KnownCertificates {
  has(address: string): Promise<boolean>;
  add(address: string): Promise<void>;
}

/** They are remembered in the database; without one, by this process. */
export function createKnownCertificates(store: LimitStore): KnownCertificates {
  /** What needn't be looked up or stored again. */
  const seen = new Set<string>();
  return {
    async has(address) {
      if (seen.has(address) || !store) return seen.has(address);
      const { rows } = await store.query({
        text: 'select from private.settings where key = $1',
        values: [prefix + address],
      });
      return rows.length > 0;
    },
    async add(address) {
      if (seen.has(address)) return;
      await store?.query({
        text: `insert into private.settings (key, value) values ($1, 'genuine')
          on conflict (key) do nothing`,
        values: [prefix + address],
      });
      seen.add(address);
    },
  };
}

import type { Database } from '@liv-fit/backend/database';
import { openPglite } from '@liv-fit/backend/pglite';
import { openPostgres } from '@liv-fit/backend/postgres';
import { siteDefaults } from '#domain/settings.ts';
import { noAccounts } from '#server/accounts/accounts.ts';
import { type Commerce, createCommerce } from '#server/commerce.ts';
import { createMailTransport, type MailTransport } from '#server/email/mail-transport.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { mailTimeouts } from '#server/setup/choose-providers.ts';
import { createTestProviders, type TestProviderConfig } from '../test-providers.ts';

/**
 * Where a shop's data is and which services it uses; plain data, so that it can be passed to
 * another process.
 */
export interface ShopPlace {
  database: { dataDir: string } | { url: string };
  providers: TestProviderConfig;
  smtpUrl: string;
  origin: string;
  teamEmail: string;
}

/** Wraps what the shop is given. */
interface Watch {
  database?: (database: Database) => Database;
  provider?: (provider: PaymentProvider) => PaymentProvider;
  transport?: (transport: MailTransport) => MailTransport;
}

export function openPlace(place: ShopPlace['database']): Promise<Database> {
  return 'dataDir' in place
    ? openPglite(place)
    : Promise.resolve(openPostgres({ connectionString: place.url, max: 4 }));
}

/** The money code on a persistent database, without a server; `advanced` moves its clock. */
export async function openCommerce(
  { database: place, providers, smtpUrl, origin, teamEmail }: ShopPlace,
  advanced: number,
  watch: Watch = {},
): Promise<{ commerce: Commerce; database: Database; close(): Promise<void> }> {
  const same = <T>(value: T) => value;
  const database = await openPlace(place);
  const now = () => new Date(Date.now() + advanced);
  const transport = createMailTransport(smtpUrl, mailTimeouts);
  const commerce = createCommerce({
    database: (watch.database ?? same)(database),
    providers: Object.values(createTestProviders(providers, now)).map(watch.provider ?? same),
    mail: {
      transport: (watch.transport ?? same)(transport),
      server: 'simulated',
      from: { name: 'Liv Fit', address: 'hello@livfit.example' },
    },
    teamEmail,
    accounts: noAccounts,
    authenticate: async () => ({ ok: true, caller: { role: 'anon', userId: null, claims: null } }),
    originOf: () => origin,
    origin,
    site: () => siteDefaults,
    rateLimits: false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now,
    // Runs nothing except what a proof asks for.
    times: { watchEvery: 24 * 60 * 60_000 },
  });
  return {
    commerce,
    database,
    async close() {
      await commerce.stop();
      await database.close();
    },
  };
}

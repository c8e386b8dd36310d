import type { FirstDayFacts } from '#domain/first-day.ts';
import { defaultAdminEmail } from '#server/env.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { type Finding, fault } from './finding.ts';

const about = 'opening';

/** What should be changed before a shop opens at a public address. */
export function checkOpening(adminEmail: string): Finding[] {
  if (adminEmail !== defaultAdminEmail) return [];
  return [fault(about, `ADMIN_EMAIL is ${defaultAdminEmail}, which nobody reads: set yours.`)];
}

export function checkDemo({ products }: Pick<FirstDayFacts, 'products'>): Finding[] {
  if (products.demo === 0) return [];
  const detail = `${products.demo} products of the demo catalog are for sale: delete or change them.`;
  return [fault(about, detail)];
}

export function checkKeys(providers: readonly Pick<PaymentProvider, 'name' | 'keys'>[]): Finding[] {
  return providers
    .filter(({ keys }) => keys === 'test')
    .map(({ name }) => {
      const { method, variable } = serviceOf(name);
      const detail = `${method.company} has test keys, and no money moves: set live ones in ${variable}.`;
      return fault(about, detail);
    });
}

import { sql } from 'kysely';
import type { FirstDayFacts, MailServer } from '#domain/first-day.ts';
import { adminAccounts } from '#server/admins/admin-accounts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { paymentProviders, serviceOf } from '#server/payments/registry.ts';
import { liveSinceKey } from './note-live-payments.ts';
import { mailTestedKey } from './send-test-mail.ts';

export interface FirstDay extends FirstDayFacts {
  /** The owner has hidden the checklist. */
  hidden: boolean;
}

/**
 * A demo product has an id from `supabase/seed.sql`. With a picture that the owner uploaded, it
 * counts as the owner's. Names, slugs and dates are less reliable: owners may keep or change them
 * either way.
 */
const isDemo = sql<boolean>`
  id::text like '5a1e____-0000-4000-8000-%' and image_url like '/media/%'
`;

/** In a single statement, so that all facts are from the same moment. */
export async function readFirstDay(
  { db, providers }: Pick<OrderContext, 'db' | 'providers'>,
  mailServer: MailServer,
): Promise<FirstDay> {
  const { rows } = await sql<Facts>`
    with live as (
      select value::timestamptz as since from private.settings where key = ${liveSinceKey}
    )
    select
      (select count(*) from public.products where not (${isDemo}))::integer as own,
      (select count(*) from public.products where ${isDemo})::integer as demo,
      (select count(*) from public.delivery_rates)::integer as delivery_rates,
      (select count(*) from public.tax_rates)::integer as tax_rates,
      exists (
        select from public.site_settings where key = 'charges_no_tax' and value = 'true'
      ) as charges_no_tax,
      exists (
        select from public.site_settings where key = 'first_day_hidden' and value = 'true'
      ) as hidden,
      (select value::timestamptz from private.settings where key = ${mailTestedKey}) as mail_tested_at,
      (select since from live) as live_since,
      exists (
        select from public.orders
        where paid_at >= coalesce((select since from live), '-infinity')
      ) as paid
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The facts of the first day are missing.');
  return {
    hidden: facts.hidden,
    products: { own: facts.own, demo: facts.demo },
    delivery: { rates: facts.delivery_rates },
    tax: { rates: facts.tax_rates, charged: !facts.charges_no_tax },
    payments: paymentProviders.map((name) => ({
      label: serviceOf(name).method.company,
      variable: serviceOf(name).variable,
      keys: providers[name]?.keys ?? 'off',
    })),
    mail: { server: mailServer, testedAt: facts.mail_tested_at?.toISOString() ?? null },
    order: { liveSince: facts.live_since?.toISOString() ?? null, paid: facts.paid },
    administrators: (await adminAccounts(db)).length,
  };
}

interface Facts {
  own: number;
  demo: number;
  delivery_rates: number;
  tax_rates: number;
  charges_no_tax: boolean;
  hidden: boolean;
  mail_tested_at: Date | null;
  live_since: Date | null;
  paid: boolean;
}

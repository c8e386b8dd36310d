import { randomUUID } from 'node:crypto';
import type { Database } from '@liv-fit/backend/database';

export interface Visits {
  pages: number;
  /** Messages, and payment pages of orders, that the shop said it had stored. */
  messages: Set<string>;
  orders: Set<string>;
  /** Scripts and styles named in the pages, by path. */
  assets: Set<string>;
  /** What a visitor would have had to repeat, in words. */
  failures: string[];
}

const pages = ['/', '/products', '/contact', '/blog', '/search?q=resin'];

/** Reads pages, writes messages and starts orders, one after another, until the signal. */
export async function visit(origin: string, visits: Visits, signal: AbortSignal): Promise<void> {
  const { publishableKey: apikey } = await (await fetch(`${origin}/config.json`)).json();
  const headers = { apikey, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object): Promise<Response | null> => {
    try {
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(origin + path, init);
      if (answer.ok) return answer;
      visits.failures.push(`${path}: ${answer.status} ${(await answer.text()).slice(0, 100)}`);
    } catch (error) {
      const { cause } = error as Error;
      visits.failures.push(`${path}: ${cause instanceof Error ? cause.message : String(error)}`);
    }
    return null;
  };
  const products = await fetch(
    `${origin}/rest/v1/products?select=id,weight:weight_type&sold_out=is.false`,
    { headers },
  );
  const [product] = (await products.json()) as { id: string; weight: string }[];
  for (let turn = 0; !signal.aborted; turn += 1) {
    if (turn % 4 === 0) {
      const message = `rolling ${randomUUID()}`;
      const sent = await ask('/rest/v1/contacts', {
        name: 'Ann',
        email: 'ann@mail.example',
        phone: '1',
        message,
      });
      if (sent) visits.messages.add(message);
    } else if (turn % 4 === 2) {
      const items = [{ ...product, name: '', price: 1, quantity: 1 }];
      const begun = await ask('/functions/v1/create-checkout', { items });
      if (begun) visits.orders.add(/cs_\w+/.exec(await begun.text())?.[0] ?? 'no session');
    } else {
      const page = await ask(pages[turn % pages.length] ?? '/');
      const named = (await page?.text())?.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
      for (const asset of new Set(named)) {
        visits.assets.add(asset);
        // Requests only some, like a browser that has the others cached; any replica may serve them.
        if (turn % 3 === 0) await (await ask(asset))?.arrayBuffer();
      }
      visits.pages += 1;
    }
  }
}

/** Differences between the database and what visitors were told, in words. */
export async function compare(database: Database, visits: Visits): Promise<string[]> {
  const messages = await count(
    database,
    `select message as key, count(*)::integer as times from public.contacts group by 1`,
  );
  const orders = await count(
    database,
    `select stripe_session_id as key, count(*)::integer as times from public.orders group by 1`,
  );
  return [
    ...differences('message', visits.messages, messages),
    ...differences('order', visits.orders, orders),
  ];
}

async function count(database: Database, text: string): Promise<Map<string, number>> {
  const { rows } = await database.query<{ key: string; times: number }>({ text });
  return new Map(rows.map(({ key, times }) => [key, times]));
}

function differences(
  what: string,
  told: ReadonlySet<string>,
  kept: ReadonlyMap<string, number>,
): string[] {
  const lost = [...told].filter((key) => !kept.has(key)).length;
  const doubled = [...kept].filter(([, times]) => times > 1).length;
  const unknown = [...kept].filter(([key]) => !told.has(key)).length;
  return [
    ...(lost > 0 ? [`${lost} × ${what} lost`] : []),
    ...(doubled > 0 ? [`${doubled} × ${what} doubled`] : []),
    ...(unknown > 0 ? [`${unknown} × ${what} that nobody was told of`] : []),
  ];
}

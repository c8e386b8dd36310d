/**
 * The shop's money code as a process of its own that is killed (SIGKILL, by itself) when it is
 * about to do its n-th thing: a statement, a call to a provider, a mail. Test only: it stands
 * between the shop and what the shop is given, so nothing in the shop knows of it.
 *
 * Reads a {@link VictimOrder} from its first argument; writes a line for each thing it begins.
 */
import { writeSync } from 'node:fs';
import type { Connection, Database, Queryable, Statement } from '@liv-fit/backend/database';
import type { MailTransport } from '#server/email/mail-transport.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { openCommerce, type ShopPlace } from './open-commerce.ts';

export interface VictimOrder {
  place: ShopPlace;
  /** Of the shop's clock, in milliseconds. */
  advanced: number;
  /** From 1; null to live. */
  killAt: number | null;
  /** What it does, one after the other. */
  work: Task[];
}

export type Task =
  | { kind: 'call'; name: string; body: object; headers?: Record<string, string> }
  | { kind: 'webhook'; provider: string; headers: Record<string, string>; body: string }
  | { kind: 'job'; name: string }
  | { kind: 'idle' };

const order = JSON.parse(process.argv[2] ?? '') as VictimOrder;
let begun = 0;

function begin(what: string): void {
  begun += 1;
  writeSync(1, `${begun} ${what}\n`);
  if (begun === order.killAt) process.kill(process.pid, 'SIGKILL');
}

function watchQueries<T extends Queryable>(queryable: T): T {
  return {
    ...queryable,
    query: (statement: Statement) => {
      begin(statement.text.trim().replace(/\s+/g, ' ').slice(0, 60));
      return queryable.query(statement);
    },
  };
}

function watchDatabase(database: Database): Database {
  return {
    ...watchQueries(database),
    connect: async (): Promise<Connection> => watchQueries(await database.connect()),
    transaction: (work) => database.transaction((tx) => work(watchQueries(tx))),
  };
}

/** Verifying a webhook changes nothing anywhere. */
const harmless = ['verifyWebhook'];

function watchProvider(provider: PaymentProvider): PaymentProvider {
  const members = Object.entries(provider).map(([name, member]) => [
    name,
    typeof member !== 'function' || harmless.includes(name)
      ? member
      : (...args: unknown[]) => {
          begin(`${provider.name} ${name}`);
          return (member as (...args: unknown[]) => unknown)(...args);
        },
  ]);
  return Object.fromEntries(members) as PaymentProvider;
}

function watchTransport(transport: MailTransport): MailTransport {
  return {
    ...transport,
    sendMail: (mail) => {
      begin('send mail');
      return transport.sendMail(mail);
    },
  };
}

const { commerce, close } = await openCommerce(order.place, order.advanced, {
  database: watchDatabase,
  provider: watchProvider,
  transport: watchTransport,
});

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'call':
      return commerce.functions.request(`/${task.name}`, {
        method: 'POST',
        headers: task.headers ?? {},
        body: JSON.stringify(task.body),
      });
    case 'webhook':
      return commerce.webhooks.request(`/${task.provider}`, {
        method: 'POST',
        headers: task.headers,
        body: task.body,
      });
    case 'job':
      return commerce.jobs.run(task.name);
    default:
      return commerce.idle();
  }
}

for (const task of order.work) await perform(task);
await close();

/**
 * The shop's money code as a separate process that kills itself (SIGKILL) just before its nth
 * action: a statement, a provider call, or an email. Test only: it wraps what the shop is given, so
 * the shop's code knows nothing of it. Reads a {@link VictimOrder} from its first argument and
 * writes one line for each action it starts.
 */
import { writeSync } from 'node:fs';
import type { Connection, Database, Queryable, Statement } from '@liv-fit/backend/database';
import type { MailTransport } from '#server/email/mail-transport.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { openCommerce, type ShopPlace } from './open-commerce.ts';

export interface VictimOrder {
  place: ShopPlace;
  /** How far the shop's clock is moved, in milliseconds. */
  advanced: number;
  /** From 1; null to survive. */
  killAt: number | null;
  /** What it does, in order. */
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

/** Verifying a webhook changes nothing. */
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

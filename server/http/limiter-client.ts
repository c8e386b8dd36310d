import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@liv-fit/backend/database';

type Store = Pick<Database, 'query'>;

/** A statement issued by the rate limiter library. */
interface LimiterStatement {
  name?: string;
  text: string;
  values?: readonly unknown[];
}

interface CounterRow {
  points: number;
  expire: string | number;
}

interface Waiting {
  points: number;
  /** When a window that starts now ends, in milliseconds since 1970. */
  expire: number;
  resolve: (result: { rows: CounterRow[] }) => void;
  reject: (error: unknown) => void;
}

/** The name of the library's counting statement; a test checks that they match. */
const counting = 'rate_limits:rlflx-upsert';

/**
 * If the database hasn't responded within this time, a limiter counts in this process: the caller
 * still has to wait for the database itself.
 */
const answerMs = 2_000;
/** How long the database is not asked again after that. */
const restMs = 5_000;

/**
 * Counting is done for many visitors at once, so it must not run in the async context of the one
 * whose request started it.
 */
const outsideRequests = AsyncLocalStorage.snapshot();

const clients = new WeakMap<Store, ReturnType<typeof createClient>>();

/**
 * The database client for limiters. While one statement is counting, new counts wait for the next
 * one, which handles all of them: with fifty visitors at once, separate statements for each of
 * their limits took half the time of their calls.
 */
export function limiterClient(store: Store) {
  const client = clients.get(store) ?? createClient(store);
  clients.set(store, client);
  return client;
}

function createClient(store: Store) {
  let waiting = new Map<string, Waiting[]>();
  let isCounting = false;
  let restsUntil = 0;

  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    if (performance.now() < restsUntil) throw new NotCounted();
    const answered = new AbortController();
    const silence = sleep(answerMs, 'silence' as const, { signal: answered.signal, ref: false });
    try {
      const answer = await Promise.race([ask(), silence]);
      if (answer !== 'silence') return answer;
      restsUntil = performance.now() + restMs;
      throw new NotCounted();
    } finally {
      answered.abort();
    }
  }

  async function countAll(): Promise<void> {
    isCounting = true;
    // To include everything that starts in this turn of the event loop.
    await Promise.resolve();
    while (waiting.size > 0) {
      const counted = waiting;
      waiting = new Map();
      try {
        answer(counted, await asking(() => count(store, counted)));
      } catch (error) {
        for (const { reject } of [...counted.values()].flat()) reject(error);
      }
    }
    isCounting = false;
  }

  return {
    query(statement: LimiterStatement): Promise<unknown> {
      if (statement.name !== counting) return asking(() => store.query(statement));
      const [key, points, expire] = statement.values as [string, number, number];
      return new Promise((resolve, reject) => {
        const ofKey = waiting.get(key) ?? [];
        waiting.set(key, [...ofKey, { points, expire, resolve, reject }]);
        if (!isCounting) void outsideRequests(countAll);
      });
    },
  };
}

class NotCounted extends Error {
  override readonly name = 'NotCounted';
  constructor() {
    super('The database has not counted in time.');
  }
}

type Counted = ReadonlyMap<string, readonly Waiting[]>;

const sum = (all: readonly Waiting[]) => all.reduce((total, { points }) => total + points, 0);

async function count(store: Store, counted: Counted): Promise<Map<string, CounterRow>> {
  // In a fixed order, so that two processes can't deadlock.
  const keys = [...counted.keys()].sort();
  const of = (key: string) => counted.get(key) ?? [];
  const { rows } = await store.query<CounterRow & { key: string }>({
    name: 'count-together',
    text: `insert into private.rate_limits as kept (key, points, expire)
      select * from unnest($1::text[], $2::integer[], $3::bigint[])
      on conflict (key) do update set
        points = case when kept.expire <= $4 then excluded.points else kept.points + excluded.points end,
        expire = case when kept.expire <= $4 then excluded.expire else kept.expire end
      returning key, points, expire`,
    values: [
      keys,
      keys.map((key) => sum(of(key))),
      keys.map((key) => Math.max(...of(key).map(({ expire }) => expire))),
      Date.now(),
    ],
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Tells each waiting call the count as of its own turn. */
function answer(counted: Counted, rows: ReadonlyMap<string, CounterRow>): void {
  for (const [key, all] of counted) {
    const { points = 0, expire = 0 } = rows.get(key) ?? {};
    let before = points - sum(all);
    for (const each of all) {
      before += each.points;
      each.resolve({ rows: [{ points: before, expire }] });
    }
  }
}

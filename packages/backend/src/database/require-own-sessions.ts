import pg from 'pg';
import { classifyError, SessionsShared } from './database-error.ts';

/** Even with a pooler that picks sessions at random, two connections rarely keep theirs this often. */
const rounds = 5;

/**
 * Throws SessionsShared if a pooler in transaction or statement mode is in front of PostgreSQL:
 * there each statement may run in a different session, with somebody else's settings and locks.
 */
export async function requireOwnSessions(connectionString: string): Promise<void> {
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const one = await connect();
    const first = await sessionOf(one);
    // PostgreSQL tells each connection its real session number; a pooler makes one up.
    if ((one as unknown as { processID: number }).processID === first) return;
    const other = await connect();
    const second = await sessionOf(other);
    if (first === second) throw new SessionsShared();
    for (let round = 0; round < rounds; round++) {
      if ((await sessionOf(one)) !== first || (await sessionOf(other)) !== second) {
        throw new SessionsShared();
      }
    }
  } catch (error) {
    throw error instanceof SessionsShared ? error : classifyError(error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** The session number (PID) that PostgreSQL itself has for a connection. */
export async function sessionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

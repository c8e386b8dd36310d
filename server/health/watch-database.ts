import type { Database } from '@liv-fit/backend/database';
import { describeFailure } from '#server/describe-failure.ts';
import type { Timers } from '#server/jobs/timers.ts';
import type { SendAlert } from './send-alert.ts';

export interface DatabaseWatch {
  database: Pick<Database, 'query'>;
  timers: Timers;
  log: { error(facts: object, message: string): void; info(facts: object, message: string): void };
  alert: SendAlert;
  /** The shop's own origin. */
  shop: string;
}

const everyMs = 10_000;

const words = {
  kind: 'database_down',
  title: 'The database does not answer',
  advice: 'The shop is unavailable until then, and recovers on its own once the database is back.',
};

/**
 * Alerts ALERT_WEBHOOK_URL and the log once when the database fails to respond twice in a row, and
 * again when it is back. Sends no email, since emails are queued in the database. Returns a
 * function that stops the watch.
 */
export function watchDatabase(watch: DatabaseWatch): () => void {
  const { database, timers, log, alert, shop } = watch;
  let failures = 0;
  let stopped = false;
  let timer = timers.set(look, everyMs);

  async function look(): Promise<void> {
    try {
      await database.query({ text: 'select 1' });
      if (failures > 1) await tell('closed', '');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 2 && !stopped) await tell('open', describeFailure(error));
    }
    if (!stopped) timer = timers.set(look, everyMs);
  }

  async function tell(state: 'open' | 'closed', detail: string): Promise<void> {
    if (state === 'open') log.error({ detail }, words.title);
    else log.info({}, 'The database answers again.');
    await alert({ ...words, state, detail, shop }).catch((error) =>
      log.error({ err: error }, 'An alert could not be sent.'),
    );
  }

  return () => {
    stopped = true;
    timers.clear(timer);
  };
}

import type { NamedBackup } from './backup-name.ts';

const day = 24 * 60 * 60_000;

/** How long the oldest backup of each period is kept. */
const rules = [
  { periodMs: day / 24, forMs: 2 * day },
  { periodMs: day, forMs: 8 * day },
  { periodMs: 7 * day, forMs: 35 * day },
  { periodMs: 30 * day, forMs: 366 * day },
];

/** The longest that any backup is kept, in milliseconds. */
export const longestRetentionMs = Math.max(...rules.map(({ forMs }) => forMs));

/**
 * Which backups are no longer kept. Kept are all from the last two days (one per hour), then one
 * per day for a week, one per week for five weeks, and one per month for a year. The newest always
 * stays.
 */
export function expiredBackups(backups: readonly NamedBackup[], now: Date): NamedBackup[] {
  const oldestFirst = [...backups].sort((one, other) => one.at.getTime() - other.at.getTime());
  const kept = new Set<NamedBackup | undefined>([oldestFirst.at(-1)]);
  for (const { periodMs, forMs } of rules) {
    const periods = new Set<number>();
    for (const backup of oldestFirst) {
      const age = now.getTime() - backup.at.getTime();
      const period = Math.floor(backup.at.getTime() / periodMs);
      if (age > forMs || periods.has(period)) continue;
      periods.add(period);
      kept.add(backup);
    }
  }
  return oldestFirst.filter((backup) => !kept.has(backup));
}

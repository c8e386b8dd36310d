import { expect, it } from 'vitest';
import { backupFileName, readBackupName } from './backup-name.ts';
import { expiredBackups } from './expired-backups.ts';

const day = 24 * 60 * 60_000;
const now = new Date('2026-11-24T12:00:00Z');
const made = (ageInDays: number) => {
  const name = backupFileName(new Date(now.getTime() - ageInDays * day), false);
  const backup = readBackupName(name);
  if (!backup) throw new Error(`${name} is not read`);
  return backup;
};

it('keeps few of many old backups, and for a year', () => {
  const daily = Array.from({ length: 800 }, (_, age) => made(age));
  const over = new Set(expiredBackups(daily, now));
  const ages = [...daily.keys()].filter((age) => !over.has(daily[age] as (typeof daily)[number]));
  expect(ages.filter((age) => age <= 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  // One per week, plus one for each month that began in between.
  expect(ages.filter((age) => age > 8 && age <= 35).length).toBeLessThanOrEqual(6);
  expect(ages.filter((age) => age > 8 && age <= 35).length).toBeGreaterThanOrEqual(4);
  expect(ages.filter((age) => age > 35).length).toBeGreaterThanOrEqual(11);
  expect(ages.filter((age) => age > 35).length).toBeLessThanOrEqual(12);
  expect(Math.max(...ages)).toBeLessThanOrEqual(366);
});

it('deletes nothing that a later run would have to keep', () => {
  let kept: ReturnType<typeof made>[] = [];
  for (let today = 500; today >= 0; today -= 1) {
    kept.push(made(today));
    const over = new Set(expiredBackups(kept, new Date(now.getTime() - today * day)));
    kept = kept.filter((backup) => !over.has(backup));
  }
  const ages = kept.map(({ at }) => (now.getTime() - at.getTime()) / day).sort((a, b) => a - b);
  expect(ages.filter((age) => age > 35).length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...ages)).toBeGreaterThan(330);
});

it('keeps the newest, however old, and one an hour of today', () => {
  expect(expiredBackups([made(900), made(901)], now)).toEqual([made(901)]);
  const often = [0.01, 0.02, 0.03, 0.06, 0.07].map(made);
  expect(expiredBackups(often, now)).toHaveLength(2);
});

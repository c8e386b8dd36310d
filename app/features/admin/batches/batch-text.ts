import type { RowOf } from '../data/use-admin-calls.ts';

export type Batch = RowOf<'batches'>;

export const batchStatuses = [
  { value: 'draft', label: 'Draft' },
  { value: 'released', label: 'Released' },
  { value: 'recalled', label: 'Recalled' },
  { value: 'blocked', label: 'Blocked' },
] as const;

export const batchTones = {
  draft: 'neutral',
  released: 'positive',
  recalled: 'negative',
  blocked: 'negative',
} as const;

export function batchStatusLabel(status: string): string {
  return batchStatuses.find(({ value }) => value === status)?.label ?? status;
}

/** Whether a passport is published, after which facts change only by a correction. */
export function isPublished({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'released' || status === 'recalled';
}

/** `today` as 2026-11-24, in the shop's time zone. */
export function isExpired({ best_before }: Pick<Batch, 'best_before'>, today: string): boolean {
  return best_before !== null && best_before < today;
}

const mediumDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a date column: Nov 24, 2026. */
export function sayDay(day: string): string {
  return mediumDay.format(new Date(`${day}T00:00:00Z`));
}

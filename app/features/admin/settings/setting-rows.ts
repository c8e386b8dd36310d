/** A row of `site_settings`. */
export interface SettingRow {
  key: string;
  value: NonNullable<unknown>;
}

/** Of what is wanted now, what differs from what was read. */
export function differingRows(
  wanted: readonly SettingRow[],
  read: readonly SettingRow[],
): SettingRow[] {
  const before = new Map(read.map(({ key, value }) => [key, JSON.stringify(value)]));
  return wanted.filter(({ key, value }) => before.get(key) !== JSON.stringify(value));
}

/** What both this form and somebody else changed since it was opened; null when there is nothing. */
export function findConflict(
  stored: readonly { key: string; updated_at: string }[],
  /** Rows that were changed by others since, and here. */
  theirs: readonly SettingRow[],
  mine: readonly SettingRow[],
  /** Sent from here without an answer: what is stored of it is no one else's. */
  unanswered: readonly SettingRow[] = [],
): { keys: string[]; savedAt: string } | null {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const keys = theirs
    .filter(({ key, value }) => mine.some((own) => own.key === key && !isSame(own.value, value)))
    .filter(
      ({ key, value }) => !unanswered.some((sent) => sent.key === key && isSame(sent.value, value)),
    )
    .map(({ key }) => key);
  const times = stored.filter(({ key }) => keys.includes(key)).map((row) => row.updated_at);
  const savedAt = times.sort().at(-1);
  return savedAt === undefined ? null : { keys, savedAt };
}

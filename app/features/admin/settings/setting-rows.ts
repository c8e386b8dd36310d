/** A row of `site_settings`. */
export interface SettingRow {
  key: string;
  value: NonNullable<unknown>;
}

/** The wanted rows that differ from those loaded. */
export function differingRows(
  wanted: readonly SettingRow[],
  read: readonly SettingRow[],
): SettingRow[] {
  const before = new Map(read.map(({ key, value }) => [key, JSON.stringify(value)]));
  return wanted.filter(({ key, value }) => before.get(key) !== JSON.stringify(value));
}

/** Settings that both this form and somebody else changed since it was opened; null if there are none. */
export function findConflict(
  stored: readonly { key: string; updated_at: string }[],
  /** Rows changed both here and by others since. */
  theirs: readonly SettingRow[],
  mine: readonly SettingRow[],
  /** Sent from here without a response: if stored, they were not changed by anybody else. */
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

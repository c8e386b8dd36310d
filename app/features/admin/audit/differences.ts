import { formatMoment } from '#domain/content-date.ts';
import { fieldLabel } from '../data/field-label.ts';
import type { Change } from './change-text.ts';

export interface Difference {
  field: string;
  /** Null if there was nothing before, as for an added row. */
  before: string | null;
  after: string | null;
}

/** Columns left out for added or deleted rows: redundant in the entry, or of no use to readers. */
const untold = new Set(['id', 'key', 'created_at', 'updated_at', 'view_count']);
/** Columns left out of every entry: hashes, and ids of people whom the entry names. */
const neverTold = new Set(['token_hash', 'invited_by', 'requested_by', 'created_by']);

/**
 * The contents of a log entry, field by field: both sides of a change, or the values of a row that
 * was added or deleted. At most `most` characters per side; long texts are cut to the part that
 * differs.
 */
export function differencesOf(
  { action, before, after }: Change,
  most: number,
  timeZone: string,
): Difference[] {
  const former = (before ?? {}) as Record<string, unknown>;
  const latter = (after ?? {}) as Record<string, unknown>;
  return Object.keys({ ...former, ...latter })
    .filter((field) => !neverTold.has(field) && (action === 'update' || !untold.has(field)))
    .map((field) => {
      const [said, saidAfter] = excerpts(
        formatValue(former[field], timeZone),
        formatValue(latter[field], timeZone),
        most,
      );
      return {
        field: fieldLabel(field),
        before: action === 'insert' ? null : said,
        after: action === 'delete' ? null : saidAfter,
      };
    })
    .filter((each) => action === 'update' || (each.before ?? each.after) !== nothing);
}

/** What the log holds in place of personal data. */
const hidden = '…';

/** Describes the change to a field when the values are empty or hidden: "Name filled in". */
export function describeHiddenChange(
  { before, after }: Difference,
  byShop: boolean,
): string | null {
  if (before === null || after === null) return null;
  // The shop replaces a placeholder with what the payment page collected; people make corrections.
  if (before === hidden && after === hidden) return byShop ? 'filled in' : 'changed';
  if (before === nothing) return 'filled in';
  return after === nothing ? 'cleared' : null;
}

/** Worth showing beside how it changed. */
export const isTold = (value: string | null): value is string =>
  value !== null && value !== nothing && value !== hidden;

const nothing = 'empty';
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function formatValue(value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return moment.test(value) ? formatMoment(value, timeZone) : value;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return nothing;
  const parts = entries.map(([key, part]) =>
    Array.isArray(value)
      ? formatPart(part, timeZone)
      : `${fieldLabel(key)}: ${formatPart(part, timeZone)}`,
  );
  return parts.join(Array.isArray(value) ? ', ' : '; ');
}

function formatPart(part: unknown, timeZone: string): string {
  const text = formatValue(part, timeZone);
  return typeof part === 'object' && part !== null ? `(${text})` : text;
}

/** Characters of unchanged text shown before the difference. */
const lead = 20;

/** Both texts from a word shortly before the first difference, at most `most` characters each. */
export function excerpts(before: string, after: string, most: number): [string, string] {
  if (before.length <= most && after.length <= most) return [before, after];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const early = Math.max(0, same - lead);
  const space = before.slice(early, same).indexOf(' ');
  const start = early === 0 || space < 0 ? early : early + space + 1;
  const cut = (text: string) => {
    const part = text.slice(start, start + most);
    return `${start > 0 ? '…' : ''}${part}${start + most < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}

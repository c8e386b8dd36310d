import type { Difference } from './differences.ts';

/** Field by field: old value → new value. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="space-y-1.5">
      {differences.map(({ field, before, after }) => (
        <li key={field} className="break-words">
          <span className="font-semibold">{field}</span>{' '}
          {before === null ? null : <del className="text-ink-soft decoration-1">{before}</del>}
          {before === null || after === null ? null : (
            <span className="text-ink-soft">
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> became </span>
            </span>
          )}
          {after === null ? null : <ins className="no-underline">{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

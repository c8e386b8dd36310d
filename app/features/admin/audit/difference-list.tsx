import { type Difference, describeHiddenChange, isTold } from './differences.ts';

interface DifferenceListProps {
  differences: readonly Difference[];
  /** Not done by a person. */
  byShop: boolean;
}

/** Field by field: old value → new value, or how it changed if one of them is empty or hidden. */
export function DifferenceList({ differences, byShop }: DifferenceListProps) {
  return (
    <ul className="space-y-1.5">
      {differences.map((difference) => {
        const { field, before, after } = difference;
        const how = describeHiddenChange(difference, byShop);
        const old = isTold(before) ? before : null;
        const latter = isTold(after) ? after : null;
        return (
          <li key={field} className="wrap-anywhere">
            <span className="font-semibold">{field}</span> {how}
            {how && latter ? ': ' : null}
            {how && old ? ' ' : null}
            {old === null ? null : <del className="text-ink-soft decoration-1">{old}</del>}
            {how || before === null || after === null ? null : (
              <span className="text-ink-soft">
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> became </span>
              </span>
            )}
            {latter === null ? null : <ins className="no-underline">{latter}</ins>}
          </li>
        );
      })}
    </ul>
  );
}

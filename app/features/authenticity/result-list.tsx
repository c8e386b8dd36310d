import { CircleCheck, CircleX } from 'lucide-react';
import { ShareBar } from '#app/components/ui/share-bar.tsx';
import {
  describeResult,
  describeShare,
  type PassportResult,
  shareOfLimit,
} from '#domain/batch-passport.ts';

const panels: readonly [panel: string, title: string][] = [
  ['heavy metals', 'Heavy metals'],
  ['microbiology', 'Microbiology'],
  ['identity', 'Identity'],
  ['other', 'Other'],
];

/** Every result in words, and as a bar if it has a limit; a full bar is the limit. */
export function ResultList({ results }: { results: readonly PassportResult[] }) {
  return (
    <div className="mt-6 flex flex-col gap-10">
      {panels.map(([panel, title]) => {
        const own = results.filter((result) => result.panel === panel);
        if (own.length === 0) return null;
        return (
          <section key={panel} aria-label={title}>
            <h3 className="text-display-sm">{title}</h3>
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {own.map((result) => (
                <Result key={result.analyte} result={result} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Result({ result }: { result: PassportResult }) {
  const { analyte, limit, unit, passes, method, limitSource } = result;
  const share = shareOfLimit(result);
  const Icon = passes === false ? CircleX : CircleCheck;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 break-words font-semibold first-letter:uppercase">{analyte}</p>
        <p className="tabular-nums">{describeResult(result)}</p>
      </div>
      {share === null ? null : <ShareBar share={share} />}
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        {passes === null ? null : (
          <span
            className={`inline-flex items-center gap-1 font-semibold ${passes ? 'text-pine' : 'text-danger'}`}
          >
            <Icon aria-hidden="true" className="size-4" />
            {passes ? 'Within the limit' : 'Beyond the limit'}
          </span>
        )}
        {limit === null ? null : (
          <span>
            {limit === 0
              ? 'None is allowed'
              : `Limit ${limit.toLocaleString('en-US', { maximumFractionDigits: 3 })} ${unit}`}
            {share !== null && share > 0 && limit > 0 ? `, ${describeShare(share)} of it` : ''}
            {limitSource ? ` (${limitSource})` : ''}
          </span>
        )}
        {method ? <span>Method: {method}</span> : null}
      </p>
    </li>
  );
}

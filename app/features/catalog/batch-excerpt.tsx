import { Link } from '#app/components/ui/link.tsx';
import { ShareBar } from '#app/components/ui/share-bar.tsx';
import { describeResult, describeShare } from '#domain/batch-passport.ts';
import { passportPath } from '#domain/check-answer.ts';
import { formatDate } from '#domain/content-date.ts';
import { containerName } from '#domain/product.ts';
import { closestToLimits, type NewestBatch } from '#domain/product-proof.ts';

const shown = 3;

/** What the laboratory found in the newest batch: the results closest to their limits, and the way to all. */
export function BatchExcerpt({ batch, weight }: { batch: NewestBatch; weight: string }) {
  const { code, results, laboratory, testedOn } = batch;
  const closest = closestToLimits(results, shown);
  const tested = [
    laboratory,
    testedOn && `tested on ${formatDate(new Date(testedOn), 'UTC')}`,
  ].filter(Boolean);
  return (
    <section
      aria-labelledby="excerpt-title"
      className="mt-8 rounded-md border border-line-strong bg-paper p-5 md:p-6"
    >
      <h2 id="excerpt-title" className="font-sans text-base font-semibold">
        What the laboratory found in batch {code}
      </h2>
      {tested.length > 0 ? <p className="mt-1 text-sm text-ink-soft">{tested.join(', ')}</p> : null}
      {closest.length > 0 ? (
        <>
          <ul className="mt-4 space-y-4">
            {closest.map(({ result, share }) => (
              <li key={result.analyte}>
                <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
                  <span className="min-w-0 font-semibold wrap-anywhere first-letter:uppercase">
                    {result.analyte}
                  </span>
                  <span className="tabular-nums">
                    {describeResult(result)}
                    {share > 0 ? (
                      <span className="text-ink-soft">, {describeShare(share)} of the limit</span>
                    ) : null}
                  </span>
                </p>
                <ShareBar share={share} />
              </li>
            ))}
          </ul>
          {results.length > closest.length ? (
            <p className="mt-4 text-sm text-ink-soft">
              Of {results.length} results, these come closest to their limits.
            </p>
          ) : null}
        </>
      ) : null}
      <p className="mt-2 text-sm">
        <Link
          to={passportPath(code)}
          className="text-link inline-flex min-h-11 items-center font-semibold"
        >
          All results of batch {code}
        </Link>
      </p>
      <p className="text-xs text-ink-soft">
        This is our newest batch. The number on your {containerName(weight)} leads to the results of
        its own.
      </p>
    </section>
  );
}

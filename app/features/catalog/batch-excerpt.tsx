import { Link } from '#app/components/ui/link.tsx';
import { ShareBar } from '#app/components/ui/share-bar.tsx';
import { passportPath } from '#domain/check-answer.ts';
import { containerName } from '#domain/product.ts';
import type { BatchSummary } from '#domain/product-proof.ts';

/** The laboratory's results for the newest batch: those closest to their limits, with a link to all. */
export function BatchExcerpt({ batch, weight }: { batch: BatchSummary; weight: string }) {
  const { code, tested, results, closest } = batch;
  return (
    <section
      aria-labelledby="excerpt-title"
      className="mt-8 rounded-md border border-line-strong bg-paper p-5 md:p-6"
    >
      <h2 id="excerpt-title" className="font-sans text-base font-semibold">
        What the laboratory found in batch {code}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{tested}</p>
      <ul className="mt-4 space-y-4">
        {closest.map(({ analyte, text, ofLimit, share }) => (
          <li key={analyte}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <span className="min-w-0 font-semibold wrap-anywhere first-letter:uppercase">
                {analyte}
              </span>
              <span className="tabular-nums">
                {text}
                <span className="text-ink-soft">{ofLimit}</span>
              </span>
            </p>
            <ShareBar share={share} />
          </li>
        ))}
      </ul>
      {results > closest.length ? (
        <p className="mt-4 text-sm text-ink-soft">
          Of {results} results, these come closest to their limits.
        </p>
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

import { Link } from '#app/components/ui/link.tsx';
import { AlertIcon } from '#app/components/ui/shop-icons.tsx';
import { passportPath } from '#domain/check-answer.ts';
import type { ProductRecall } from '#domain/product-proof.ts';
import { recallPath } from '#domain/recall.ts';

/** Which batches of the product are recalled and what to do; shown before anything else on its page. */
export function RecallNotice({ recalls }: { recalls: readonly ProductRecall[] }) {
  if (recalls.length === 0) return null;
  return (
    <section
      aria-labelledby="recall-title"
      className="mb-6 rounded-md border-2 border-danger bg-danger-soft p-5 md:mt-2 md:p-6"
    >
      <h2
        id="recall-title"
        className="flex items-center gap-3 font-display text-display-sm text-danger"
      >
        <AlertIcon className="size-6 shrink-0" strokeWidth={1.8} />
        Recall: check the number on yours
      </h2>
      {recalls.map(({ codes, announced }) => (
        <div key={codes.join()} className="mt-3 max-w-3xl">
          <p className="font-semibold">
            We are taking back batch{codes.length > 1 ? 'es' : ''}{' '}
            {codes.map((code, place) => (
              <span key={code}>
                {place === 0 ? '' : place === codes.length - 1 ? ' and ' : ', '}
                <Link to={passportPath(code)} className="text-link">
                  {code}
                </Link>
              </span>
            ))}
            .
          </p>
          <p className="mt-1 whitespace-pre-line break-words">
            {announced?.instructions ?? 'Please don’t use it, and write to us.'}
          </p>
          <p className="mt-1">
            <Link
              to={announced ? recallPath(announced.id) : '/contact'}
              className="text-link inline-flex min-h-11 items-center font-semibold"
            >
              {announced ? 'Why, and what to do' : 'Write to us'}
            </Link>
          </p>
        </div>
      ))}
      <p className="text-sm text-ink-soft">Other batches are not affected.</p>
    </section>
  );
}

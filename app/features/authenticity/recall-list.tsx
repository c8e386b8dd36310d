import { PageIntro } from '#app/components/page/page-intro.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { passportPath } from '#domain/check-answer.ts';
import { formatDate } from '#domain/content-date.ts';
import type { PublicRecall } from '#domain/recall.ts';

/** Every recall so far, newest first; `children` come before them. */
export function RecallList({
  recalls,
  children,
}: {
  recalls: readonly PublicRecall[] | null;
  children?: React.ReactNode;
}) {
  const { site } = useShop();
  return (
    <div className="page-width min-h-[70vh] pt-4 pb-24">
      <PageIntro label="Recalls" to="/recalls" title="Recalls">
        <p>Every batch that we ever took back, why, and what to do with it.</p>
      </PageIntro>
      {children}
      {recalls === null ? (
        <p>The recalls could not be loaded. Please try again in a moment.</p>
      ) : null}
      {recalls?.length === 0 ? <p>There has been no recall so far.</p> : null}
      <ul className="flex max-w-3xl flex-col gap-8">
        {recalls?.map(({ id, announcedAt, reason, instructions, batches }) => (
          <li
            key={id}
            id={`recall-${id}`}
            className="scroll-mt-28 rounded-md border-2 border-danger bg-paper p-6"
          >
            <h2 className="text-display-sm">
              {batches.map(({ code }) => `Batch ${code}`).join(', ')}
            </h2>
            <p className="mt-1 text-sm text-ink-soft">
              {formatDate(new Date(announcedAt), site.timeZone)}
            </p>
            <p className="mt-4 whitespace-pre-line break-words">{reason}</p>
            <p className="mt-3 whitespace-pre-line break-words font-semibold">{instructions}</p>
            <ul className="mt-4">
              {batches.map(({ code, product }) => (
                <li key={code}>
                  <Link
                    to={passportPath(code)}
                    className="text-link inline-flex min-h-11 items-center"
                  >
                    {product ? `${product}, batch ${code}` : `Batch ${code}`}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

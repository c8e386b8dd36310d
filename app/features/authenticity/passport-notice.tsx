import { TriangleAlert } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { SignedPassport } from '#domain/batch-passport.ts';
import { formatDate } from '#domain/content-date.ts';

interface PassportNoticeProps {
  passport: SignedPassport;
  expired: boolean;
}

/** A recall or an expired best-before date is shown before everything else. */
export function PassportNotice({ passport, expired }: PassportNoticeProps) {
  const { site } = useShop();
  const { recall, status, bestBefore } = passport;
  if (status !== 'recalled' && !expired) return null;
  return (
    <div role="alert" className="mb-12 rounded-md bg-danger p-6 text-white lg:p-8">
      <p className="flex items-center gap-3 font-display text-display">
        <TriangleAlert aria-hidden="true" className="size-8 shrink-0" strokeWidth={1.6} />
        {status === 'recalled' ? 'Recalled: please don’t use it' : 'Past its best-before date'}
      </p>
      {status === 'recalled' ? (
        <div className="mt-4 max-w-prose">
          {recall ? (
            <>
              <p>Since {formatDate(new Date(recall.at), site.timeZone)}.</p>
              <p className="mt-2 whitespace-pre-line break-words">{recall.reason}</p>
              <p className="mt-2 whitespace-pre-line break-words font-semibold">
                {recall.instructions}
              </p>
            </>
          ) : null}
          <Link
            to="/recalls"
            className="mt-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            All recalls
          </Link>
        </div>
      ) : (
        <p className="mt-4 max-w-prose">
          This batch was best before {formatDate(new Date(bestBefore ?? ''), 'UTC')}, and it is no
          longer sold.
        </p>
      )}
    </div>
  );
}

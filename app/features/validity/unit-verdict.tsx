import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { formatMoment } from '#domain/content-date.ts';
import { formatUnitCode, readUnitCode } from '#domain/unit-code.ts';
import { CheckNotice } from './check-notice.tsx';

interface UnitVerdictProps {
  code: string;
  check: CheckAnswer;
}

/** What the code of a single jar proves, and no more than that. */
export function UnitVerdict({ code, check }: UnitVerdictProps) {
  const { site } = useShop();
  const { outcome, product, batch, passport } = check;
  const { Icon, classes, title, text } = describe(check, site.timeZone);
  const unit = readUnitCode(code);
  return (
    <>
      <CheckNotice {...check} />
      <div
        data-state="unit"
        data-outcome={outcome}
        className={clsx('flex gap-4 rounded-md border-2 p-6', classes)}
      >
        <Icon aria-hidden="true" className="mt-1 size-7 shrink-0" strokeWidth={1.6} />
        <div className="min-w-0 text-ink">
          <p className="font-display text-display-sm">{title}</p>
          <p className="mt-1 break-words font-semibold tabular-nums">
            {unit ? formatUnitCode(unit) : code}
          </p>
          <p className="mt-2">{text}</p>
          {product && batch ? (
            <p className="mt-2 break-words">
              <span className="font-semibold">{product}</span>, batch {batch}.{' '}
              {passport ? (
                <Link to={passport} className="text-link font-semibold">
                  See what the laboratory found
                </Link>
              ) : null}
            </p>
          ) : null}
          {outcome === 'first' ? null : (
            <p className="mt-3 text-sm">
              Something wrong?{' '}
              <Link
                to={`/report?code=${encodeURIComponent(code)}`}
                className="text-link font-semibold"
              >
                Tell us
              </Link>
              .
            </p>
          )}
        </div>
      </div>
    </>
  );
}

const good = { Icon: CircleCheck, classes: 'border-pine bg-pine-soft text-pine' };
const careful = { Icon: CircleAlert, classes: 'border-saffron bg-paper text-saffron-ink' };
const open = { Icon: CircleHelp, classes: 'border-line-strong bg-paper text-ink-soft' };

function describe(check: CheckAnswer, timeZone: string) {
  const { outcome, firstCheckedAt, checkedBefore = 0, sameBrowser } = check;
  const when = firstCheckedAt ? formatMoment(firstCheckedAt, timeZone) : '';
  const before =
    checkedBefore === 0
      ? 'Nobody had checked its code before you.'
      : `Its code was first checked on ${when}${timesOf(checkedBefore)}.`;
  switch (outcome) {
    case 'first':
      return {
        ...good,
        title: 'We made this jar',
        text: 'Nobody had checked its code before you. From now on this check is its first: whoever checks the code again learns when it was.',
      };
    case 'again':
      if (sameBrowser) {
        return {
          // Similar browsers on one network cannot be told apart, and somebody else may have
          // checked it long before.
          ...(checkedBefore > 1 ? careful : open),
          title: 'This code was checked a moment ago',
          text: `It was checked from this browser, or from one like it on the same network, and first on ${when}. If that was not you, this code may have been copied.`,
        };
      }
      return {
        ...careful,
        title: `First checked on ${when}`,
        text: `We made a jar with this code, and it was checked before${timesOf(checkedBefore)}. If that was you, or who gave it to you, all is well. If you have just broken the seal yourself, this code may have been copied.`,
      };
    case 'void':
      return {
        ...careful,
        title: 'We withdrew this code',
        text: 'We issued this code and took it back, so no jar on sale should carry it. Please tell us where you found it.',
      };
    case 'not_released':
      return {
        ...careful,
        title: 'This batch is not released',
        text: 'We made a jar with this code, but its batch is not released for sale. Please don’t use it, and tell us where you bought it.',
      };
    case 'recalled':
    case 'expired':
      return { ...careful, title: 'We made this jar', text: before };
    case 'malformed':
      return {
        ...open,
        title: 'Please check the code again',
        text: 'A character seems to be mistyped: the last one does not fit the others. The code under the seal has eleven letters and digits.',
      };
    default:
      return {
        ...open,
        title: 'We have no jar with this code',
        text: 'Please compare it with the code under the seal, or scan it. If it is exactly that, we would like to know where you bought the jar.',
      };
  }
}

function timesOf(checkedBefore: number): string {
  if (checkedBefore <= 1) return '';
  return checkedBefore > 20 ? ', and more than 20 times since' : `, ${checkedBefore} times so far`;
}

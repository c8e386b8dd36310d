import { clsx } from 'clsx';
import { Link } from '#app/components/ui/link.tsx';
import { AlertIcon, CheckedIcon, RefusedIcon } from '#app/components/ui/shop-icons.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { fillIn } from '#domain/placeholders.ts';
import { CheckNotice } from './check-notice.tsx';
import type { CodeAnswer } from './request-check.ts';
import { UnitVerdict } from './unit-verdict.tsx';

/** Requirements §8, result texts. */
const texts = {
  valid: 'Congratulations! This is an authentic {name} product.',
  invalid:
    'Sorry, this batch number was not found in our database. This may not be an authentic {name} product.',
  unchecked: 'We could not check this code. Please try again in a moment.',
} as const;

/** A failed check says nothing about the bottle, so it must not look like a verdict. */
const looks = {
  valid: { Icon: CheckedIcon, classes: 'border-pine bg-pine-soft text-pine' },
  invalid: { Icon: RefusedIcon, classes: 'border-danger bg-danger-soft text-danger' },
  unchecked: { Icon: AlertIcon, classes: 'border-saffron bg-paper text-saffron-ink' },
} as const;

/** Stays mounted while empty, so that screen readers announce what appears in it. */
export function ValidityResult({ answer, checking }: { answer: CodeAnswer; checking: boolean }) {
  return (
    <div role="status" aria-live="polite" className="mt-6 lg:min-h-32">
      {checking ? <p className="py-6 text-ink-soft">Checking…</p> : null}
      {answer && !checking ? <Verdict {...answer} /> : null}
    </div>
  );
}

function Verdict({ state, code, product, check }: NonNullable<CodeAnswer>) {
  const { site } = useShop();
  if (state === 'unit') return check ? <UnitVerdict code={code} check={check} /> : null;
  const { Icon, classes } = looks[state];
  return (
    <>
      {check ? <CheckNotice {...check} /> : null}
      <div data-state={state} className={clsx('flex gap-4 rounded-md border-2 p-6', classes)}>
        <Icon className={clsx('size-7 shrink-0', state === 'unchecked' ? '-mt-0.5' : 'mt-1')} />
        <div className="min-w-0">
          <p className={state === 'unchecked' ? 'font-semibold' : 'font-display text-display'}>
            {state === 'valid' ? 'VALID' : 'INVALID'}
          </p>
          <p className="mt-1 break-words text-ink">
            <span className="font-semibold">{code}</span>
          </p>
          <p className="mt-1 text-ink">{fillIn(texts[state], { name: site.brand })}</p>
          {product ? (
            <p className="mt-1 break-words text-ink">
              This code belongs to <span className="font-semibold">{product}</span>.
            </p>
          ) : null}
          {check?.passport ? (
            <p className="mt-3 text-ink">
              <Link to={check.passport} className="text-link font-semibold">
                See what the laboratory found in this batch
              </Link>
            </p>
          ) : null}
          {check?.outcome === 'batch' && check.passport ? (
            <p className="mt-3 text-sm text-ink">
              A batch number can be copied. If your jar has a code under its seal, check that one
              too: it proves the jar itself.
            </p>
          ) : null}
          {check?.outcome === 'not_released' ? (
            <p className="mt-3 text-ink">
              We know this batch; it is not released for sale. Please don’t use what is in it.
            </p>
          ) : null}
          {state === 'invalid' ? (
            <p className="mt-3 text-sm text-ink">
              Check it against the bottle again. If it still isn’t found,{' '}
              <Link to="/contact" className="text-link font-semibold">
                write to us
              </Link>
              .
            </p>
          ) : null}
        </div>
      </div>
    </>
  );
}

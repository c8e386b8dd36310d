import { CircleCheck, CircleX } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import type { CodeAnswer } from './check-code.ts';

/** Specification §8, result texts. */
const texts = {
  valid: 'Congratulations! This is an authentic Liv Fit product.',
  invalid:
    'Sorry, this batch number was not found in our database. This may not be an authentic Liv Fit product.',
  unchecked: 'We could not check this code. Please try again in a moment.',
} as const;

/** Stays in the page while empty, so that what appears in it is announced. */
export function ValidityResult({ answer, checking }: { answer: CodeAnswer; checking: boolean }) {
  return (
    <div role="status" aria-live="polite" className="mt-6 lg:min-h-32">
      {checking ? <p className="py-6 text-ink-soft">Checking…</p> : null}
      {answer && !checking ? <Verdict {...answer} /> : null}
    </div>
  );
}

function Verdict({ state, code }: NonNullable<CodeAnswer>) {
  const valid = state === 'valid';
  const Icon = valid ? CircleCheck : CircleX;
  return (
    <div
      className={
        valid
          ? 'flex gap-4 rounded-md border-2 border-pine bg-pine-soft p-6 text-pine'
          : 'flex gap-4 rounded-md border-2 border-danger bg-danger-soft p-6 text-danger'
      }
    >
      <Icon aria-hidden="true" className="mt-1 size-7 shrink-0" strokeWidth={1.6} />
      <div className="min-w-0">
        <p className="font-display text-display">{valid ? 'VALID' : 'INVALID'}</p>
        <p className="mt-1 break-words text-ink">
          <span className="font-semibold">{code}</span>
        </p>
        <p className="mt-1 text-ink">{texts[state]}</p>
        {state === 'invalid' ? (
          <p className="mt-3 text-sm text-ink">
            Compare it with the bottle once more, capital letters included. If it stays unknown,{' '}
            <Link to="/contact" className="text-link font-semibold">
              write to us
            </Link>
            .
          </p>
        ) : null}
      </div>
    </div>
  );
}

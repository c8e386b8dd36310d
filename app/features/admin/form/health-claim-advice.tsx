import { TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { findHealthClaims } from '#domain/find-health-claims.ts';

/**
 * Lists wording that gets shops in this trade into trouble, with the reason. Advice only: nothing
 * is blocked.
 */
export function HealthClaimAdvice({ text }: { text: string }) {
  const settled = useDeferredValue(text);
  const claims = useMemo(() => findHealthClaims(settled), [settled]);
  return (
    <div aria-live="polite">
      {claims.length > 0 ? (
        <div className="rounded-sm border border-saffron bg-bone p-4 text-sm">
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0" />
            This may be read as a health claim
          </p>
          <ul className="mt-2 space-y-1">
            {claims.map(({ wording, reason }) => (
              <li key={wording}>
                <strong>“{wording}”</strong> <span className="text-ink-soft">{reason}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

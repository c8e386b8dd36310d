import { type CountTogether, callerLimits } from '@liv-fit/backend/http';
import { createRateLimiter, type LimitStore } from '#server/http/rate-limiter.ts';

/**
 * Lets all processes of the shop hold the limits on calls of the backend (its `src/limits.ts`) together;
 * undefined where there is but one, on the embedded database.
 */
export function countCallsTogether(store: LimitStore): CountTogether | undefined {
  if (store?.kind !== 'postgres') return undefined;
  const perMinute = (name: keyof typeof callerLimits) =>
    createRateLimiter(store, `backend ${name}`, {
      count: callerLimits[name].callsPerMinute,
      seconds: 60,
    });
  const counts = {
    calls: perMinute('calls'),
    files: perMinute('files'),
    uploads: perMinute('uploads'),
  };
  return (lane, caller, calls) => counts[lane](caller, calls);
}

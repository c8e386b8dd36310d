import { type CountTogether, callerLimits } from '@liv-fit/backend/http';
import { createRateLimiter, type LimitStore } from '#server/http/rate-limiter.ts';

/**
 * Lets all processes of the shop share the backend's call limits (`src/limits.ts` there); undefined
 * with the embedded database, where there is only one process.
 */
export function createCallCounter(store: LimitStore): CountTogether | undefined {
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

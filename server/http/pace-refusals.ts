import { setTimeout as delay } from 'node:timers/promises';
import { callerOf } from '@liv-fit/backend/http';
import { limits } from '#server/limits.ts';
import { createRateLimiter } from './rate-limiter.ts';

const laterMs = 1_000;
/** Beyond this many, refusals are sent at once: each waiting one takes up memory. */
const maxHeld = 2_000;

/** Resolves when the refusal may be sent. */
type RefusalPace = (headers: Headers) => Promise<void>;

/** Sends a network's first refusals at once, and later ones after a second. */
function createRefusalPace(): RefusalPace {
  const count = createRateLimiter(null, 'refusals', limits.refusals);
  return async (headers) => {
    if ((await count(callerOf(headers) ?? 'unknown')) > 0) await delay(laterMs);
  };
}

/**
 * Answers like `answer`, but paces refusals. `onRefusal` is called before one is delayed, since its
 * work is done by then.
 */
export function paceRefusals<Env>(
  answer: (request: Request, env: Env) => Response | Promise<Response>,
  onRefusal: (env: Env) => void,
): (request: Request, env: Env) => Promise<Response> {
  const pace = createRefusalPace();
  let held = 0;
  return async (request, env) => {
    const response = await answer(request, env);
    if (response.status !== 429) return response;
    onRefusal(env);
    if (held >= maxHeld) return response;
    held += 1;
    try {
      await pace(request.headers);
    } finally {
      held -= 1;
    }
    return response;
  };
}

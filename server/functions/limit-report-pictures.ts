import { networkOf, rangeOf } from '@liv-fit/backend/http';
import { createRateLimiter, type LimitStore } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';

/** Whether that address may send this many more pictures. */
export type AdmitPictures = (address: string, pictures: number) => Promise<boolean>;

/**
 * Keeps a few networks from using up the total for everybody: each network has its own limit, and
 * so does the range around it. What those refuse doesn't count toward the total.
 */
export function createPictureLimiter(store: LimitStore): AdmitPictures {
  const ofNetwork = createRateLimiter(
    store,
    'report pictures of network',
    limits.reportPicturesOfNetwork,
  );
  const ofRange = createRateLimiter(
    store,
    'report pictures of range',
    limits.reportPicturesOfRange,
  );
  const ofAll = createRateLimiter(store, 'report pictures', limits.reportPictures);
  return async (address, pictures) => {
    const from = address || 'unknown';
    return (
      (await ofNetwork(networkOf(from), pictures)) === 0 &&
      (await ofRange(rangeOf(from), pictures)) === 0 &&
      (await ofAll('all', pictures)) === 0
    );
  };
}

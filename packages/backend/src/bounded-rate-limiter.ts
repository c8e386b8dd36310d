import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Beyond this, the counts of the keys that were used the longest ago are forgotten. */
export const rememberedKeys = 20_000;

/**
 * Counts in this process. Of ever new keys, such as the many networks of an IPv6 provider, it keeps
 * only the latest, so that memory stays bounded during a flood.
 */
export class BoundedRateLimiter extends RateLimiterMemory {
  private readonly used = new LRUCache<string | number, true>({
    // Unlike `max`, allocates nothing ahead: a shop has a hundred limiters.
    maxSize: rememberedKeys,
    sizeCalculation: () => 1,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void this.delete(key);
    },
  });

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.used.set(key, true);
    return super.consume(key, points);
  }

  override penalty(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.used.set(key, true);
    return super.penalty(key, points);
  }

  override reward(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.used.set(key, true);
    return super.reward(key, points);
  }

  override block(key: string | number, seconds: number): Promise<RateLimiterRes> {
    this.used.set(key, true);
    return super.block(key, seconds);
  }
}

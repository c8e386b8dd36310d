/** The same numbers in every run, so that a failure can be reproduced (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    /** A whole number from 0 that is less than `limit`. */
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    shuffle<T>(list: readonly T[]): T[] {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
      }
      return copy;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

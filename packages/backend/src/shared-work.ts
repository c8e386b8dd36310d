/** Called when a caller's turn comes: returns whether this caller does the work. */
export type Claim = () => boolean;

export interface SharedWork<T> {
  /**
   * Returns the result of the work with that name. `attempt` waits for its turn, claims the work
   * and does it; if another caller has claimed it, the attempt's own result is ignored. An attempt
   * that gets no turn fails only for its own caller.
   */
  ask(name: string, attempt: (claim: Claim) => Promise<T | null>): Promise<T>;
  /** Later callers don't get the results of work in progress. */
  clear(): void;
}

interface Wanted<T> {
  isClaimed: boolean;
  asking: number;
  done: PromiseWithResolvers<T>;
}

/**
 * Does work only once when several callers want it at the same time. Each waits in its own place in
 * the queue, and the first to get a turn does the work for all. If only the first caller queued,
 * its backlog would hold up everybody who wants the same.
 */
export function createSharedWork<T>(): SharedWork<T> {
  const wanted = new Map<string, Wanted<T>>();

  const open = (name: string): Wanted<T> => {
    const work = { isClaimed: false, asking: 0, done: Promise.withResolvers<T>() };
    wanted.set(name, work);
    return work;
  };

  return {
    async ask(name, attempt) {
      const work = wanted.get(name) ?? open(name);
      if (work.isClaimed) return work.done.promise;
      work.asking += 1;
      let isMine = false;
      const claim = () => {
        isMine = !work.isClaimed;
        work.isClaimed = true;
        return isMine;
      };
      const own = (async () => {
        try {
          const result = (await attempt(claim)) as T;
          if (isMine) work.done.resolve(result);
          return work.isClaimed ? work.done.promise : result;
        } catch (error) {
          if (isMine) work.done.reject(error);
          if (work.isClaimed) return work.done.promise;
          throw error;
        } finally {
          work.asking -= 1;
          const isOver = isMine || (!work.isClaimed && work.asking === 0);
          if (isOver && wanted.get(name) === work) wanted.delete(name);
        }
      })();
      return Promise.race([work.done.promise, own]);
    },
    clear: () => wanted.clear(),
  };
}

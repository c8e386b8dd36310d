/** Called when an asker's turn has come: whether it is this one that does the work. */
export type Claim = () => boolean;

export interface SharedWork<T> {
  /**
   * What the work of that name comes to. `attempt` waits for its turn, claims the work and does it;
   * where another one has claimed it, what it comes to counts for nothing. Where it gets no turn, its
   * refusal is this asker's alone.
   */
  ask(name: string, attempt: (claim: Claim) => Promise<T | null>): Promise<T>;
  /** Who asks from now on gets none of what is being done. */
  clear(): void;
}

interface Wanted<T> {
  isClaimed: boolean;
  asking: number;
  done: PromiseWithResolvers<T>;
}

/**
 * Work that several want at once is done once. Each waits for it in a place of their own, and whoever's
 * turn comes first does it for all: with the first asker's place alone, who has much waiting would
 * keep everybody else from what it asked for too.
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

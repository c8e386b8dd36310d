/** Timers as a dependency that tests can replace. */
export interface Timers {
  set(callback: () => void, ms: number): TimerHandle;
  clear(handle: TimerHandle): void;
}

export type TimerHandle = object;

/** The system's own, which never keep the process alive. */
export const systemTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms).unref(),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

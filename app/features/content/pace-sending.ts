/** People take at least this long to write a message; scripts are made to wait. */
const minimumMs = 2000;

let shownAt = 0;

/** Call when the form appears. */
export function startMinimumTime(): void {
  shownAt = performance.now();
}

/**
 * Resolves once the form has been open for the least time a person needs. It waits instead of
 * refusing, so that a quickly pasted message isn't lost.
 */
export async function waitForMinimumTime(): Promise<void> {
  const left = shownAt + minimumMs - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

/** Nobody writes a message faster than this; a script that does is made to wait for it. */
const shortestMs = 2000;

let shownAt = 0;

/** To be called when the form appears. */
export function noteShown(): void {
  shownAt = performance.now();
}

/**
 * Resolves when the form has been open for as long as a person needs at the very least. Waiting, and
 * not refusing: whoever pastes a message quickly loses nothing.
 */
export async function paceSending(): Promise<void> {
  const left = shownAt + shortestMs - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

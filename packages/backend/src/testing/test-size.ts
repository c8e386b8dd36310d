/**
 * `TEST_SIZE=full` runs the generated tests at full size, which takes minutes; otherwise they are
 * smaller, for CI.
 */
export const isFull = process.env.TEST_SIZE === 'full';

export const sized = (full: number, reduced: number) => (isFull ? full : reduced);

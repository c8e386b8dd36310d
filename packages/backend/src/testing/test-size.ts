/**
 * `TEST_SIZE=full` runs the generated tests at the size that was promised, minutes long; otherwise
 * a part of it that CI can carry.
 */
export const isFull = process.env.TEST_SIZE === 'full';

export const sized = (full: number, inShort: number) => (isFull ? full : inShort);

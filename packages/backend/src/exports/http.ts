/** For the server in front of the backend: who is calling, how often, and what isn't valid HTTP. */
export { callerOf, networkOf, rangeOf } from '../access/network-of.ts';
export { workFor } from '../access/visitor-context.ts';
export { answerAfterBody } from '../answer-after-body.ts';
export { answerClientErrors, maximumHeaderSize } from '../answer-client-errors.ts';
export { BoundedMessage } from '../bounded-message.ts';
export { BoundedRateLimiter } from '../bounded-rate-limiter.ts';
export { ConnectionMisused } from '../connection-misused.ts';
export { createFairQueue, type FairQueue, QueueFull } from '../fair-queue.ts';
export { type CountTogether, limitCallers } from '../limit-callers.ts';
export { callerLimits, callWeights } from '../limits.ts';
export { findJsonExcess, maximumNesting, maximumValues } from '../nesting.ts';
export { createSharedWork, type SharedWork } from '../shared-work.ts';
export { visitorsOfRange } from '../virtual-clock.ts';

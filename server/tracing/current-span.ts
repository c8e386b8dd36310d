import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** The parent of further spans. */
export const currentSpan = new AsyncLocalStorage<Span>();

/** The trace id for a log line; empty while nothing is being traced. */
export function traceFields(): { traceId?: string } {
  const span = currentSpan.getStore();
  return span ? { traceId: span.spanContext().traceId } : {};
}

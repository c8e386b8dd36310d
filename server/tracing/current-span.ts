import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What further spans belong to. */
export const currentSpan = new AsyncLocalStorage<Span>();

/** As fields of a log line: none while nothing is traced. */
export function traceFields(): { traceId?: string } {
  const span = currentSpan.getStore();
  return span ? { traceId: span.spanContext().traceId } : {};
}

import type { IncomingMessage } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import type { Listener } from '#server/http/http-server.ts';

/** A traced step of the shop's work. */
export interface Step {
  /** From a small set: nothing that a visitor typed, and no values. */
  name: string;
  kind: 'client' | 'internal';
  attributes: Attributes;
}

/**
 * Reports to a collector what the shop does. Names and attributes contain routes and kinds, never
 * values.
 */
export interface Tracing {
  /** Traces what the listener answers. */
  watch(listener: Listener): Listener;
  /** ChunkedUpdate within `work` belong to the request's trace. */
  within(request: IncomingMessage, work: () => void): void;
  /** A step outside of any other starts a trace. `describe` adds what is known at the end. */
  step<T>(step: Step, work: () => Promise<T>, describe?: (outcome: T) => Attributes): Promise<T>;
  /** Whether a trace is active that further steps would belong to. */
  isUnderWay(): boolean;
}

/** An error code from Node or PostgreSQL, or the error's class; its message may contain values. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name;
}

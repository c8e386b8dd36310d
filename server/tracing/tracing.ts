import type { IncomingMessage } from 'node:http';
import type { Attributes } from '@opentelemetry/api';
import type { Listener } from '#server/http/http-server.ts';

/** A step of the shop's work, as it is traced. */
export interface Step {
  /** One of few: nothing that a visitor typed, and no value. */
  name: string;
  kind: 'client' | 'internal';
  attributes: Attributes;
}

/** Tells a collector what the shop does. Names and attributes hold routes and kinds, never values. */
export interface Tracing {
  /** Traces what the listener answers. */
  watch(listener: Listener): Listener;
  /** Steps that `work` takes belong to the request's trace. */
  within(request: IncomingMessage, work: () => void): void;
  /** Steps that belong to no other begin a trace. `describe` adds what is known at the end. */
  step<T>(step: Step, work: () => Promise<T>, describe?: (outcome: T) => Attributes): Promise<T>;
  /** Whether something is being traced that further steps would belong to. */
  isUnderWay(): boolean;
}

/** A code of Node or PostgreSQL, or the kind of error: its message may hold values. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name;
}

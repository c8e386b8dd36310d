import type { Context } from 'hono';
import type { Caller } from './caller.ts';

/** A function behind the checks that all of them share. */
export type FunctionHandler = (
  c: Context,
  body: unknown,
  caller: Caller,
) => Promise<Response> | Response;

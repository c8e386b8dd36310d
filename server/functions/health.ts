import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

/** `{}` → `{findings}`: the results of checks run just now, and how to fix what is wrong. */
export function healthFunction({ examine }: FunctionDeps): FunctionHandler {
  return async (c) => c.json({ findings: await examine() });
}

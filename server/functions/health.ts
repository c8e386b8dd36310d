import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

/** `{}` → `{findings}`: what was looked at just now, and what to do where something is wrong. */
export function healthFunction({ examine }: FunctionDeps): FunctionHandler {
  return async (c) => c.json({ findings: await examine() });
}

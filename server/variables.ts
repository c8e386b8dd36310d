import { z } from 'zod';

/** In the form of `process.env`. */
export type Environment = Record<string, string | undefined>;

/** A configuration the shop refuses to start with. The message names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A URL without a trailing slash. */
export const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** An empty value counts as unset. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Throws {@link ConfigError} with every problem at once. */
export function readVariables<T extends z.ZodType>(schema: T, env: Environment): z.infer<T> {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration cannot be used.\n  ${problems.join('\n  ')}`);
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

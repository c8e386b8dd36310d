import type { StorageCall } from './services.ts';

/** Whoever's token the call carries; null for a key alone. */
export function ownerOf({ context }: StorageCall): string | null {
  const subject = context.claims?.sub;
  return typeof subject === 'string' ? subject : null;
}

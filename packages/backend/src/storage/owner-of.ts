import type { StorageCall } from './services.ts';

/** The user of the call's token; null for a key alone. */
export function ownerOf({ context }: StorageCall): string | null {
  const subject = context.claims?.sub;
  return typeof subject === 'string' ? subject : null;
}

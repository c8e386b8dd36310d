import type { StorageCall } from './services.ts';

/** The user in the caller's token; null if there is only a key. */
export function ownerOf({ context }: StorageCall): string | null {
  const subject = context.claims?.sub;
  return typeof subject === 'string' ? subject : null;
}

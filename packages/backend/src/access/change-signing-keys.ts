import { parseSigningKeys, SIGNING_KEYS } from './load-secrets.ts';
import type { SecretStore } from './secret-store.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Somebody else may change the keys at the same moment; then the change is made to theirs. */
const TRIES = 5;

/**
 * Changes the stored signing keys; `change` returns null to leave them. Returns the keys as they are
 * stored now, or null when they were left. Running processes notice by themselves.
 */
export async function changeSigningKeys(
  store: SecretStore,
  change: (keys: SigningKeys) => SigningKeys | null | Promise<SigningKeys | null>,
): Promise<SigningKeys | null> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const kept = await store.read(SIGNING_KEYS);
    if (kept === null) throw new Error('There are no signing keys yet: start the shop once');
    const changed = await change(parseSigningKeys(kept));
    if (!changed) return null;
    if (await store.replace(SIGNING_KEYS, kept, JSON.stringify(changed))) return changed;
  }
  throw new Error('The signing keys are being changed by others all the time');
}

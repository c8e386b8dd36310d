import { parseSigningKeys, SIGNING_KEYS } from './load-secrets.ts';
import type { SecretStore } from './secret-store.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Another process may change the keys at the same time; the change is then applied to the new keys. */
const TRIES = 5;

/**
 * Changes the stored signing keys; `change` returns null to leave them alone. Returns the keys now
 * stored, or null if nothing changed. Running processes pick up the change on their own.
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
  throw new Error('The signing keys keep being changed by other processes');
}

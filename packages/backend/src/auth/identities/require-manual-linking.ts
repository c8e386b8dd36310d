import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireUser, type SignedIn } from '../sessions/require-user.ts';

/** Whoever is signed in, where people may add and remove providers of their accounts. */
export async function requireManualLinking(call: AuthCall): Promise<SignedIn | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure || call.settings.manualLinking) return signedIn;
  return new Failure(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

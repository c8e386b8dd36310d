import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireUser } from './require-user.ts';

/** Only the holder of the secret key; a signed-in user is told so, whatever role he thinks he has. */
export async function requireService(call: AuthCall): Promise<Failure | null> {
  if (call.writer === 'service') return null;
  const signedIn = await requireUser(call);
  return signedIn instanceof Failure ? signedIn : new Failure(403, 'not_admin', 'User not allowed');
}

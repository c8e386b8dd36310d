import type { Authenticator } from '@liv-fit/backend/access';
import type { Authenticate } from '#server/functions/caller.ts';

/** Authenticates callers of the shop's functions with our own backend. */
export function authenticateCallers(authenticator: Authenticator, origin: string): Authenticate {
  return async (headers) => {
    const request = new Request(origin, { headers });
    const answer = await authenticator.authenticate(request);
    if (!answer.ok) {
      const identified = authenticator.identify(request);
      return { ok: false, code: identified.ok ? 'invalid_token' : 'invalid_api_key' };
    }
    const { role, claims } = answer.context;
    if (role === 'authenticated') {
      return { ok: true, caller: { role, userId: String(claims?.sub), claims } };
    }
    return {
      ok: true,
      caller: { role: role === 'service_role' ? role : 'anon', userId: null, claims },
    };
  };
}

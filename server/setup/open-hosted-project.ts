import path from 'node:path';
import { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { createHostedProject } from '#server/api/hosted-project.ts';
import { stripUploads } from '#server/api/strip-uploads.ts';
import type { Config } from '#server/env.ts';
import type { OpenedBackend } from './open-own-backend.ts';

/** A hosted project instead of our own backend; its auth service verifies tokens. */
export function openHostedProject(
  { hosted, dataDir }: { hosted: NonNullable<Config['hosted']>; dataDir: string },
  onError: (error: unknown) => void,
): OpenedBackend {
  const { publishableKey, secretKey } = hosted;
  const accounts = new GoTrueClient({
    url: `${hosted.url}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
  const project = createHostedProject(hosted.url, { onError });
  const opened: OpenedBackend = {
    publishableKey,
    secretKey,
    fetch: (request) => strip(request),
    housekeeping: [],
    async authenticate(headers) {
      const key = headers.get('apikey');
      if (key === secretKey) {
        return { ok: true, caller: { role: 'service_role', userId: null, claims: null } };
      }
      if (key !== publishableKey) return { ok: false, code: 'invalid_api_key' };
      const token = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
      if (!token || token === publishableKey) {
        return { ok: true, caller: { role: 'anon', userId: null, claims: null } };
      }
      const { data, error } = await accounts.getUser(token);
      if (error) return { ok: false, code: 'invalid_token' };
      // The auth service has just verified the token, so its claims can be read without another
      // check.
      const claims = { ...decodeJwt(token) };
      return { ok: true, caller: { role: 'authenticated', userId: data.user.id, claims } };
    },
  };
  const strip = stripUploads({
    fetch: (request) => project.fetch(request),
    authenticate: opened.authenticate,
    stagingDirectory: path.join(dataDir, 'storage', 'incoming'),
  });
  return opened;
}

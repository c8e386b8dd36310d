import type { Authenticator } from './access/authenticate-request.ts';
import type { Auth } from './auth/auth.ts';
import { allowAnyOrigin, answerPreflight, isPreflight } from './cors.ts';
import type { Database } from './database/database.ts';
import { isOutage } from './database/database-error.ts';
import { createRest, type RestOptions } from './rest/rest.ts';
import type { Storage } from './storage/storage.ts';

export interface BackendOptions {
  database: Database;
  authenticator: Authenticator;
  auth: Auth;
  /** Left out, there is nothing under `/storage/v1`. */
  storage?: Storage;
  /** Limits and options of the REST API. */
  rest?: Omit<RestOptions, 'database' | 'basePath'>;
  /** Receives unexpected errors; the caller gets a plain 500. */
  onError?: (error: unknown) => void;
}

export interface Backend {
  /**
   * Handles everything under `/rest/v1`, `/auth/v1` and `/storage/v1`; anything else is a 404.
   * Never throws.
   */
  fetch(request: Request): Promise<Response>;
  /** Reloads the schema; happens automatically after migrations. */
  reload(): Promise<void>;
  /** Stops listening. The database stays open; whoever opened it closes it. */
  close(): Promise<void>;
}

/**
 * The hosted-backend protocol on one database. This decides who the caller is; the database decides
 * what they may do. The `x-forwarded-for` header is trusted, so the server in front must have
 * replaced it.
 */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { database, authenticator, auth, storage } = options;
  const rest = createRest({ onError: options.onError, ...options.rest, database });
  await rest.reload();

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (isUnder(pathname, '/rest/v1')) {
      const authenticated = await authenticator.authenticate(request);
      if (!authenticated.ok) return authenticated.response;
      return rest.fetch(request, authenticated.context);
    }
    if (isUnder(pathname, '/auth/v1')) {
      if (auth.isKeyless(request)) return auth.fetch(request, { role: 'anon' });
      const identified = authenticator.identify(request);
      if (!identified.ok) return identified.response;
      return auth.fetch(request, identified);
    }
    if (storage && isUnder(pathname, '/storage/v1')) {
      return storage.fetch(request, (asked) =>
        authenticator.authenticate(asked, { keyOptional: true }),
      );
    }
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
  }

  return {
    async fetch(request) {
      if (isPreflight(request)) return answerPreflight(request);
      try {
        return allowAnyOrigin(await answer(request));
      } catch (error) {
        if (isOutage(error)) return allowAnyOrigin(refuseUnavailable());
        options.onError?.(error);
        return allowAnyOrigin(
          Response.json(
            { code: 'PGRSTX00', details: null, hint: null, message: 'Internal server error' },
            { status: 500 },
          ),
        );
      }
    },
    reload: () => rest.reload(),
    close: () => rest.close(),
  };
}

/** Same wording as the REST API. */
function refuseUnavailable(): Response {
  const message = 'Database client error. Retrying the connection.';
  return Response.json(
    { code: 'PGRST001', details: null, hint: null, message },
    { status: 503, headers: { 'retry-after': '5' } },
  );
}

const isUnder = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

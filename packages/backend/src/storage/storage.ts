import { Hono } from 'hono';
import type { Authenticated } from '../access/authenticate-request.ts';
import { callerOf } from '../access/network-of.ts';
import { databaseFailure } from './database-failure.ts';
import { accessDenied, Failure, respondFailure } from './failure.ts';
import { StoreUnavailable } from './files/idle-timeout.ts';
import { type Route, routes } from './routes.ts';
import type { StorageCall, StorageServices } from './services.ts';

export interface StorageOptions extends StorageServices {
  /** Receives unexpected errors; the caller gets a plain 500. */
  onError?: (error: unknown) => void;
}

/** Identifies the caller by key or token. */
type Authenticate = (request: Request) => Promise<Authenticated>;

export interface Storage {
  /** Handles any request under `/storage/v1`. Calls `authenticate` if the route requires it. */
  fetch(request: Request, authenticate: Authenticate): Promise<Response>;
}

type Bindings = { Bindings: { authenticate: Authenticate } };

/** Supabase Storage's protocol, on the tables of `schema/` and a file store. */
export function createStorage({ onError, ...services }: StorageOptions): Storage {
  const app = new Hono<Bindings>().basePath('/storage/v1');
  for (const route of routes) {
    app.on(route.method === 'ALL' ? methods : [route.method], [route.path], async (context) => {
      const request = context.req.raw;
      const caller = await admit(route, request, context.env.authenticate);
      if (caller instanceof Failure) return respondFailure(caller);
      const answer = await route.endpoint({
        ...services,
        ...caller,
        request,
        url: new URL(request.url),
        params: context.req.param(),
        operation: route.operation,
      });
      return answer instanceof Failure ? respondFailure(answer) : answer;
    });
  }
  app.get('/status', (context) => context.body(null, 200));
  app.notFound((context) =>
    respondFailure(
      new Failure(
        404,
        'InvalidRequest',
        `Route ${context.req.method}:${context.req.path} not found`,
        {
          error: 'Not Found',
          httpStatus: 404,
        },
      ),
    ),
  );
  app.onError((error, context) => {
    const failure = databaseFailure(error);
    if (failure) {
      if (error instanceof StoreUnavailable) onError?.(error);
      return respondFailure(failure);
    }
    // A client that disconnected isn't a failure and gets no response.
    if (context.req.raw.signal.aborted) return new Response(null, { status: 499 });
    onError?.(error);
    return respondFailure(new Failure(500, 'InternalError', 'Internal server error'));
  });
  return { fetch: async (request, authenticate) => app.fetch(request, { authenticate }) };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function anonymous(request: Request): StorageCall['context'] {
  return {
    role: 'anon',
    claims: null,
    headers: {},
    caller: callerOf(request.headers) ?? undefined,
  };
}

async function admit(
  { access }: Route,
  request: Request,
  authenticate: Authenticate,
): Promise<Pick<StorageCall, 'context' | 'authenticated'> | Failure> {
  if (access === 'none') return { context: anonymous(request), authenticated: false };
  const answer = await authenticate(request);
  if (!answer.ok) {
    if (access === 'optional') return { context: anonymous(request), authenticated: false };
    return accessDenied(await messageOf(answer.response));
  }
  if (access === 'service' && answer.context.role !== 'service_role') {
    return accessDenied('Access denied: Invalid role', 403);
  }
  return { context: answer.context, authenticated: true };
}

/** The gateway's message, in this protocol's format. */
async function messageOf(refusal: Response): Promise<string> {
  const body: unknown = await refusal.json();
  return typeof body === 'object' && body && 'message' in body
    ? String(body.message)
    : 'Unauthorized';
}

import type { TokenProblem } from './token-signer.ts';

/** Same wording as the hosted gateway. */
export function refuseMissingKey(): Response {
  return Response.json(
    {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    },
    { status: 401 },
  );
}

export function refuseWrongKey(): Response {
  return Response.json(
    {
      message: 'Invalid API key',
      hint: 'Double check your Supabase `anon` or `service_role` API key.',
    },
    { status: 401 },
  );
}

/** PostgREST's responses to a token it doesn't accept (its error reference, group 3). */
export function refuseToken(problem: TokenProblem, token: string): Response {
  const { code, message, details } = describeProblem(problem, token);
  return Response.json(
    { code, details, hint: null, message },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}

/** The token is valid, but its session has ended; worded as the auth service words it. */
export function refuseSession(): Response {
  const message = 'Session from session_id claim in JWT does not exist';
  return Response.json(
    { code: 'PGRST303', details: null, hint: null, message },
    {
      status: 401,
      headers: {
        'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
      },
    },
  );
}

export function refuseRole(role: string): Response {
  const message = `permission denied to set role "${role}"`;
  return Response.json({ code: '42501', details: null, hint: null, message }, { status: 403 });
}

function describeProblem(problem: TokenProblem, token: string) {
  switch (problem) {
    case 'expired':
      return { code: 'PGRST303', message: 'JWT expired', details: null };
    case 'claims':
      return { code: 'PGRST303', message: 'JWT not in audience', details: null };
    case 'algorithm':
      return {
        code: 'PGRST301',
        message: 'Wrong or unsupported encoding algorithm',
        details: null,
      };
    case 'key':
    case 'signature':
      return {
        code: 'PGRST301',
        message: 'No suitable key or wrong key type',
        details: 'None of the keys was able to decode the JWT',
      };
    case 'malformed': {
      const parts = token.split('.').length;
      const message =
        parts === 3 ? "JWT couldn't be decoded" : `Expected 3 parts in JWT; got ${parts}`;
      return { code: 'PGRST301', message, details: null };
    }
  }
}

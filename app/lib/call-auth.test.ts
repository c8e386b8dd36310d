import { AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { callAuth, explainAuthProblem } from './call-auth.ts';

const fallback = 'Please try again.';
const failing = (error: { message: string; code?: string }) =>
  callAuth(async () => ({ data: null, error }), fallback);

describe('callAuth', () => {
  it('passes on what the service answers', async () => {
    expect(await callAuth(async () => ({ data: 7, error: null }), fallback)).toEqual({
      data: 7,
      problem: null,
    });
  });

  it('says in the service’s words what is wrong, or in ours where it has none', async () => {
    const error = { code: 'invalid_credentials', message: 'Invalid login credentials' };
    expect((await failing(error)).problem).toEqual(error);
    expect((await failing({ message: '' })).problem).toEqual({
      code: 'unknown',
      message: fallback,
    });
  });

  it('names every reason for which a password is weak', async () => {
    const error = new AuthWeakPasswordError('Too weak.', 422, ['length', 'pwned', 'characters']);
    expect((await failing(error)).problem).toEqual({
      code: 'weak_password',
      message:
        'Too weak. It has appeared in a data leak and is easy to guess. It needs other kinds of characters as well.',
    });
  });

  it('recognizes an outage in every form', async () => {
    const outage = { code: 'unreachable', message: fallback };
    expect((await failing(new AuthRetryableFetchError('HTTP 503', 503))).problem).toEqual(outage);
    const thrown = await callAuth(async () => {
      throw new TypeError('Failed to fetch');
    }, fallback);
    expect(thrown.problem).toEqual(outage);
  });
});

describe('explainAuthProblem', () => {
  it('says what to do after too many tries', () => {
    const message = 'Request rate limit reached';
    expect(explainAuthProblem({ code: 'over_request_rate_limit', message })).toMatch(
      /^Request rate limit reached\. Too many attempts\. Please wait a minute/,
    );
    expect(explainAuthProblem({ code: 'invalid_credentials', message: 'No.' })).toBe('No.');
    const exact = 'For security purposes, you can only request this after 59 seconds.';
    expect(explainAuthProblem({ code: 'over_email_send_rate_limit', message: exact })).toBe(exact);
  });
});

const told = async (error: { message: string; code?: string; name?: string }) =>
  (await callAuth(async () => ({ data: null, error }), fallback)).problem?.message;

describe('what a person hears of a failure of the auth service', () => {
  it.each([
    ['Invalid JWT structure', { name: 'AuthInvalidJwtError', code: 'invalid_jwt' }],
    ['code challenge does not match previously saved code verifier', { code: 'bad_code_verifier' }],
  ])('is about the link, not “%s”', async (message, error) => {
    expect(await told({ message, ...error })).toBe('This link is no longer valid.');
  });

  it.each([
    ['invalid JWT: unable to parse or verify signature', { code: 'bad_jwt' }],
    ['Session from session_id claim in JWT does not exist', { code: 'session_not_found' }],
    ['Auth session missing!', { name: 'AuthSessionMissingError' }],
    ['Invalid Refresh Token: Refresh Token Not Found', { code: 'refresh_token_not_found' }],
  ])('is about the session, not “%s”', async (message, error) => {
    expect(await told({ message, ...error })).toBe(
      'Your session has expired. Please sign in again.',
    );
  });

  it.each([
    ['Unexpected failure, please check server logs for more information', 'unexpected_failure'],
    ['Could not parse request body as JSON: body', 'bad_json'],
    ['Verify requires either a token or a token hash', 'validation_failed'],
  ])('is the fallback instead of “%s”', async (message, code) => {
    expect(await told({ message, code })).toBe(fallback);
  });

  it.each([
    ['Invalid login credentials', 'invalid_credentials'],
    ['Email not confirmed', 'email_not_confirmed'],
    ['New password should be different from the old password.', 'same_password'],
    ['Unable to validate email address: invalid format', 'validation_failed'],
  ])('is the service’s own word where it is meant for people: “%s”', async (message, code) => {
    expect(await told({ message, code })).toBe(message);
  });
});

import { expect, it, vi } from 'vitest';
import { openTransientAuth } from './open-auth.ts';
import { signInWithTokens } from './sign-in.ts';

vi.mock('./open-auth.ts');
vi.mock('./stored-session.ts');
vi.mock('./build-age.ts');

it('does not blame the link when the client could not be loaded', async () => {
  vi.mocked(openTransientAuth).mockRejectedValue(new TypeError('Failed to fetch'));
  const tokens = { access_token: 'a', refresh_token: 'b' };
  const { problem } = await signInWithTokens(tokens, 'publishable', {
    choosesPassword: false,
    isExpected: () => true,
  });
  expect(problem?.message).toBe('The shop could not be reached. Please try again.');
});

import { describe, expect, it } from 'vitest';
import { readAuthAddress } from './read-auth-address.ts';

const tokens = { access_token: 'a', refresh_token: 'r' };

describe('readAuthAddress', () => {
  it('asks for nothing where nothing stands', () => {
    expect(readAuthAddress('', '')).toEqual({
      reset: false,
      tokens: null,
      type: null,
      refusal: null,
      message: null,
    });
  });

  it.each([
    ['?mode=reset', ''],
    ['?type=recovery', ''],
    ['', '#type=recovery'],
  ])('enters reset mode by %s%s', (search, hash) => {
    expect(readAuthAddress(search, hash).reset).toBe(true);
  });

  it.each([
    ['?mode=resets', ''],
    ['?type=signup', ''],
  ])('does not enter it by %s%s', (search, hash) => {
    expect(readAuthAddress(search, hash).reset).toBe(false);
  });

  it('takes tokens from the query and from the fragment, both or none', () => {
    expect(readAuthAddress('?access_token=a&refresh_token=r', '').tokens).toEqual(tokens);
    expect(readAuthAddress('', '#access_token=a&refresh_token=r').tokens).toEqual(tokens);
    expect(readAuthAddress('?access_token=a', '').tokens).toBeNull();
    expect(readAuthAddress('?access_token=a&refresh_token=', '').tokens).toBeNull();
  });

  it('passes on why a link was refused, and what is left to do', () => {
    expect(
      readAuthAddress('', '#error=access_denied&error_description=Email+link+has+expired').refusal,
    ).toBe('Email link has expired');
    expect(readAuthAddress('?error=server_error', '').refusal).toBe(
      'This link is no longer valid.',
    );
    expect(readAuthAddress('', '#message=One+more&sb=').message).toBe('One more');
  });
});

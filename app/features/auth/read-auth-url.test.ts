import { describe, expect, it } from 'vitest';
import { readAuthUrl } from './read-auth-url.ts';

const tokens = { access_token: 'a', refresh_token: 'r' };

describe('readAuthUrl', () => {
  it('requests nothing for an empty address', () => {
    expect(readAuthUrl('', '')).toEqual({
      reset: false,
      tokens: null,
      type: null,
      elsewhere: false,
      refusal: null,
      message: null,
    });
  });

  it.each([
    ['?mode=reset', ''],
    ['?type=recovery', ''],
    ['', '#type=recovery'],
    ['', '#type=invite'],
  ])('enters reset mode by %s%s', (search, hash) => {
    expect(readAuthUrl(search, hash).reset).toBe(true);
  });

  it.each([
    ['?mode=resets', ''],
    ['?type=signup', ''],
  ])('does not enter it by %s%s', (search, hash) => {
    expect(readAuthUrl(search, hash).reset).toBe(false);
  });

  it('says that somebody signed up in another browser', () => {
    const arrived = readAuthUrl('', '#type=recovery&sign_up=elsewhere');
    expect(arrived).toMatchObject({ reset: true, elsewhere: true });
  });

  it('takes tokens from the query and from the fragment, both or none', () => {
    expect(readAuthUrl('?access_token=a&refresh_token=r', '').tokens).toEqual(tokens);
    expect(readAuthUrl('', '#access_token=a&refresh_token=r').tokens).toEqual(tokens);
    expect(readAuthUrl('?access_token=a', '').tokens).toBeNull();
    expect(readAuthUrl('?access_token=a&refresh_token=', '').tokens).toBeNull();
  });

  it('says why a link was refused, and what is left to do', () => {
    const expired = '#error=access_denied&error_code=otp_expired&error_description=x';
    expect(readAuthUrl('', expired).refusal).toBe('Email link is invalid or has expired');
    expect(readAuthUrl('?error=server_error', '').refusal).toBe('This link is no longer valid.');
    expect(readAuthUrl('', '#error=x&error_code=link_of_other_browser').refusal).toBe(
      'Open this link in the browser in which you asked for the change.',
    );
    const accepted =
      'Confirmation link accepted. Please proceed to confirm link sent to the other email';
    const half = `#${new URLSearchParams({ message: accepted, sb: '' })}`;
    expect(readAuthUrl('', half).message).toBe(accepted);
  });

  it('never shows text from the address', () => {
    const made = new URLSearchParams({
      error: 'access_denied',
      error_description: 'Your account is locked. Call 555 0100.',
      message: 'You have won. Call 555 0100.',
    });
    expect(readAuthUrl(`?${made}`, `#${made}`)).toMatchObject({
      refusal: 'This link is no longer valid.',
      message: null,
    });
  });
});

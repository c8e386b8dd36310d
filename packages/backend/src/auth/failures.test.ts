import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openEmptyPglite } from '../testing/databases.ts';
import { createHarness, type Harness } from './auth-harness.ts';

/**
 * What goes wrong at each endpoint, in GoTrue's words (its `internal/api`, read at commit bc32168).
 * The caller is nobody, a member, a visitor without an address, or the holder of the secret key.
 */
type Caller = 'nobody' | 'member' | 'visitor' | 'service';

const email = 'ada@example.com';
const password = 'a long password';

const table = `
# POST /signup
nobody POST /signup {"email":"ada@example.com"}
  400 validation_failed: Signup requires a valid password
nobody POST /signup {"email":"ada@example.com","password":"x"}
  422 weak_password: Password should be at least 6 characters.
nobody POST /signup {"email":"ada@example.com","password":"<73x>"}
  400 validation_failed: Password cannot be longer than 72 characters
nobody POST /signup {"email":"ada@example.com","phone":"447700900000","password":"a long password"}
  400 validation_failed: Only an email address or phone number should be provided on signup.
nobody POST /signup {"phone":"447700900000","password":"a long password"}
  400 phone_provider_disabled: Phone signups are disabled
nobody POST /signup {"email":"x","password":"a long password"}
  400 validation_failed: Unable to validate email address: invalid format
nobody POST /signup {"email":"<250x>@example.com","password":"a long password"}
  400 validation_failed: An email address is too long
nobody POST /signup {"email":"n@example.com","password":"a long password","code_challenge":"<43a>"}
  400 validation_failed: PKCE flow requires code_challenge_method and code_challenge
nobody POST /signup {"email":"n@example.com","password":"a long password","code_challenge":"a","code_challenge_method":"s256"}
  400 validation_failed: code challenge has to be between 43 and 128 characters
nobody POST /signup {"email":"n@example.com","password":"a long password","code_challenge":"<43!>","code_challenge_method":"s256"}
  400 validation_failed: code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes

# POST /token
nobody POST /token?grant_type=nothing {}
  400 invalid_credentials: unsupported_grant_type
nobody POST /token?grant_type=password {}
  400 validation_failed: missing email or phone
nobody POST /token?grant_type=password {"email":"ada@example.com","phone":"447700900000","password":"a long password"}
  400 validation_failed: Only an email address or phone number should be provided on login.
nobody POST /token?grant_type=password {"phone":"447700900000","password":"a long password"}
  422 phone_provider_disabled: Phone logins are disabled
nobody POST /token?grant_type=password {"email":"ada@example.com","password":"wrong"}
  400 invalid_credentials: Invalid login credentials
nobody POST /token?grant_type=password {"email":"nobody@example.com","password":"a long password"}
  400 invalid_credentials: Invalid login credentials
nobody POST /token?grant_type=password {"email":"unconfirmed@example.com","password":"a long password"}
  400 email_not_confirmed: Email not confirmed
nobody POST /token?grant_type=password {"email":"banned@example.com","password":"a long password"}
  400 user_banned: User is banned
nobody POST /token?grant_type=refresh_token {"refresh_token":"nothing-like-it"}
  400 refresh_token_not_found: Invalid Refresh Token: Refresh Token Not Found
nobody POST /token?grant_type=pkce {"auth_code":"x"}
  400 validation_failed: invalid request: both auth code and code verifier should be non-empty
nobody POST /token?grant_type=pkce {"auth_code":"6f9619ff-8b86-4d01-b42d-00cf4fc964ff","code_verifier":"x"}
  404 flow_state_not_found: invalid flow state, no valid flow state found
nobody POST /token?grant_type=id_token {"provider":"google","id_token":"x"}
  400 provider_disabled: Provider (issuer "https://accounts.google.com") is not enabled
nobody POST /token?grant_type=id_token {"provider":"custom:x","id_token":"x"}
  400 validation_failed: Custom OIDC provider "custom:x" not allowed
nobody POST /token?grant_type=web3 {}
  422 web3_provider_disabled: Web3 provider is disabled

# POST /otp, /magiclink, /recover, /resend
nobody POST /otp {}
  400 validation_failed: One of email or phone must be set
nobody POST /otp {"email":"ada@example.com","phone":"447700900000"}
  400 validation_failed: Only an email address or phone number should be provided
nobody POST /otp {"email":"ada@example.com","channel":"sms"}
  400 validation_failed: Channel should only be specified with Phone OTP
nobody POST /otp {"phone":"447700900000"}
  400 phone_provider_disabled: Unsupported phone provider
nobody POST /otp {"email":"nobody@example.com","create_user":false}
  422 otp_disabled: Signups not allowed for otp
nobody POST /magiclink {"email":"x"}
  400 validation_failed: Unable to validate email address: invalid format
nobody POST /recover {}
  400 validation_failed: Password recovery requires an email
nobody POST /resend {"type":"recovery","email":"ada@example.com"}
  400 validation_failed: Missing one of these types: signup, email_change, sms, phone_change
nobody POST /resend {"type":"signup"}
  400 validation_failed: Type provided requires an email address
nobody POST /resend {"type":"sms"}
  400 validation_failed: Type provided requires a phone number
nobody POST /resend {"type":"email_change"}
  400 validation_failed: Missing email address or phone number
nobody POST /resend {"type":"signup","email":"ada@example.com","phone":"447700900000"}
  400 validation_failed: Only an email address or phone number should be provided.
nobody POST /resend {"type":"sms","phone":"447700900000"}
  400 phone_provider_disabled: Phone logins are disabled

# POST and GET /verify
nobody POST /verify {}
  400 validation_failed: Verify requires a verification type
nobody POST /verify {"type":"signup"}
  400 validation_failed: Verify requires either a token or a token hash
nobody POST /verify {"type":"signup","token":"1","token_hash":"1"}
  400 validation_failed: Verify requires either a token or a token hash
nobody POST /verify {"type":"signup","token":"1"}
  400 validation_failed: Only an email address or phone number should be provided on verify
nobody POST /verify {"type":"signup","token_hash":"1","email":"ada@example.com"}
  400 validation_failed: Only the token_hash and type should be provided
nobody POST /verify {"type":"signup","token":"1","email":"x"}
  422 validation_failed: Invalid email format
nobody POST /verify {"type":"signup","token":"1","email":"ada@example.com"}
  403 otp_expired: Token has expired or is invalid
nobody POST /verify {"type":"signup","token_hash":"1"}
  403 otp_expired: Email link is invalid or has expired
nobody POST /verify {"type":"sms","token":"1","phone":"x"}
  400 validation_failed: Invalid phone number format (E.164 required)
nobody POST /verify {"type":"sms","token":"1","phone":"447700900000"}
  403 otp_expired: Token has expired or is invalid
nobody GET /verify
  400 validation_failed: Verify requires a verification type
nobody GET /verify?type=signup
  400 validation_failed: Verify requires a token or a token hash

# With a session
nobody GET /user
  401 no_authorization: This endpoint requires a valid Bearer token
nobody GET /reauthenticate
  401 no_authorization: This endpoint requires a valid Bearer token
visitor GET /reauthenticate
  400 validation_failed: Reauthentication requires the user to have an email or a phone number
member POST /logout?scope=some
  400 validation_failed: Unsupported logout scope "some"
member PUT /user {"email":"x"}
  400 validation_failed: Unable to validate email address: invalid format
member PUT /user {"email":"other@example.com"}
  422 email_exists: A user with this email address has already been registered
member PUT /user {"password":"x"}
  422 weak_password: Password should be at least 6 characters.
member PUT /user {"password":"a long password"}
  422 same_password: New password should be different from the old password.
member PUT /user {"password":"brand new","nonce":"000000"}
  422 reauthentication_not_valid: Nonce has expired or is invalid
member PUT /user {"app_metadata":{"role":"admin"}}
  403 not_admin: Updating app_metadata requires admin privileges
visitor PUT /user {"password":"brand new"}
  422 validation_failed: Updating password of an anonymous user without an email or phone is not allowed

# Factors
nobody POST /factors {}
  401 no_authorization: This endpoint requires a valid Bearer token
visitor POST /factors {"factor_type":"totp"}
  403 no_authorization: Anonymous user not allowed to perform these actions
member POST /factors {"factor_type":"magic"}
  400 validation_failed: factor_type needs to be totp, phone, or webauthn
member POST /factors {"factor_type":"phone"}
  422 mfa_phone_enroll_not_enabled: MFA enroll is disabled for Phone
member POST /factors {"factor_type":"webauthn"}
  422 mfa_webauthn_enroll_not_enabled: MFA enroll is disabled for WebAuthn
member POST /factors/x/challenge
  404 validation_failed: factor_id must be an UUID
member POST /factors/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/challenge
  404 mfa_factor_not_found: Factor not found
member POST /factors/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/verify {"code":"1"}
  404 mfa_factor_not_found: Factor not found
member DELETE /factors/6f9619ff-8b86-4d01-b42d-00cf4fc964ff
  404 mfa_factor_not_found: Factor not found

# Outside providers
nobody GET /authorize?provider=google
  400 validation_failed: Unsupported provider: provider is not enabled
nobody GET /authorize?provider=x
  400 validation_failed: Unsupported provider: Provider x could not be found
nobody GET /user/identities/authorize?provider=google
  401 no_authorization: This endpoint requires a valid Bearer token
member GET /user/identities/authorize?provider=google
  404 manual_linking_disabled: Manual linking is disabled
member DELETE /user/identities/6f9619ff-8b86-4d01-b42d-00cf4fc964ff
  404 manual_linking_disabled: Manual linking is disabled

# Not offered
nobody POST /sso {}
  404 saml_provider_disabled: SAML 2.0 is disabled
nobody GET /sso/saml/metadata
  404 saml_provider_disabled: SAML 2.0 is disabled
nobody POST /passkeys/authentication/options {}
  404 passkey_disabled: Passkeys are disabled
nobody GET /oauth/authorize
  404 feature_disabled: OAuth server is disabled
service GET /admin/oauth/clients
  404 feature_disabled: OAuth server is disabled
service GET /admin/custom-providers
  404 feature_disabled: Custom OAuth providers are disabled

# With the secret key
nobody GET /admin/users
  401 no_authorization: This endpoint requires a valid Bearer token
member GET /admin/users
  403 not_admin: User not allowed
member GET /admin/oauth/clients
  403 not_admin: User not allowed
service POST /admin/users {}
  400 validation_failed: Cannot create a user without either an email or phone
service POST /admin/users {"email":"ada@example.com"}
  422 email_exists: A user with this email address has already been registered
service POST /admin/users {"email":"n@example.com","id":"x"}
  400 validation_failed: ID must conform to the uuid v4 format
service POST /admin/users {"email":"n@example.com","id":"00000000-0000-0000-0000-000000000000"}
  400 validation_failed: ID cannot be a nil uuid
service POST /admin/users {"email":"n@example.com","password":"a long password","password_hash":"x"}
  400 validation_failed: Only a password or a password hash should be provided
service POST /admin/users {"phone":"x"}
  400 validation_failed: Invalid phone number format (E.164 required)
service GET /admin/users/x
  404 validation_failed: user_id must be an UUID
service GET /admin/users/6f9619ff-8b86-4d01-b42d-00cf4fc964ff
  404 user_not_found: User not found
service PUT /admin/users/6f9619ff-8b86-4d01-b42d-00cf4fc964ff {}
  404 user_not_found: User not found
service DELETE /admin/users/6f9619ff-8b86-4d01-b42d-00cf4fc964ff
  404 user_not_found: User not found
service DELETE /admin/users/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/factors/6f9619ff-8b86-4d01-b42d-00cf4fc964ff
  404 user_not_found: User not found
service POST /invite {"email":"x"}
  400 validation_failed: Unable to validate email address: invalid format
service POST /invite {"email":"ada@example.com"}
  422 email_exists: A user with this email address has already been registered
service POST /admin/generate_link {"type":"magic","email":"ada@example.com"}
  400 validation_failed: Invalid email action link type requested: magic
service POST /admin/generate_link {"type":"recovery","email":"nobody@example.com"}
  404 user_not_found: User with this email not found
service POST /admin/generate_link {"type":"signup","email":"n@example.com"}
  400 validation_failed: Signup requires a valid password
service POST /admin/generate_link {"type":"signup","email":"ada@example.com","password":"a long password"}
  422 email_exists: A user with this email address has already been registered
`;

interface Case {
  caller: Caller;
  method: string;
  path: string;
  body: string | null;
  status: number;
  error: string;
  message: string;
}

/** `<73x>` stands for an x repeated 73 times. */
const spell = (text: string) =>
  text.replace(/<(\d+)(.)>/g, (_whole, times, letter) => letter.repeat(Number(times)));

function readTable(): Case[] {
  const call = /^(\S+) (\S+) (\S+)(?: (\{.*))?\n {2}(\d+) (\S+): (.*)$/gm;
  return [...table.matchAll(call)].map(
    ([, caller, method = '', path = '', body, status, error = '', message = '']) => ({
      caller: caller as Caller,
      method,
      path,
      body: body === undefined ? null : spell(body),
      status: Number(status),
      error,
      message,
    }),
  );
}

let database: Database;
let shop: Harness;
const tokens: Partial<Record<Caller, string>> = {};

beforeAll(async () => {
  database = await openEmptyPglite();
  shop = await createHarness(database, { settings: { anonymousSignIns: true, mailInterval: 0 } });
  const member = await shop.member(email, password);
  tokens.member = (await member.getSession()).data.session?.access_token ?? '';
  await shop.member('other@example.com', password);
  await shop.visitor().signUp({ email: 'unconfirmed@example.com', password });
  await shop.service().admin.createUser({
    email: 'banned@example.com',
    password,
    email_confirm: true,
    ban_duration: '1h',
  });
  const { data } = await shop.visitor().signInAnonymously();
  tokens.visitor = data.session?.access_token ?? '';
});
afterAll(() => database.close());

it.each(readTable())('$caller $method $path $body', async (row) => {
  const { caller, method, path, body, status, error, message } = row;
  const token = tokens[caller];
  const call = (version: string) =>
    shop.call(path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(version && { 'x-supabase-api-version': version }),
      },
      ...(body !== null && { body }),
      ...(caller === 'service' && { key: shop.secrets.secretKey }),
    });
  const older = await call('');
  expect(older.headers.get('x-sb-error-code')).toBe(error);
  expect([older.status, await older.json()]).toMatchObject([
    status,
    { code: status, error_code: error, msg: message },
  ]);
  const newer = await call('2024-01-01');
  expect([newer.status, await newer.json()]).toMatchObject([status, { code: error, message }]);
});

it('answers in the shape of OAuth 2.0 where GoTrue does', async () => {
  const post = async (grant: string, body: unknown) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await shop.call(`/token?grant_type=${grant}`, init);
    return [response.status, await response.json()];
  };
  expect(await post('refresh_token', {})).toEqual([
    400,
    { error: 'invalid_request', error_description: 'refresh_token required' },
  ]);
  expect(await post('id_token', {})).toEqual([
    400,
    { error: 'invalid request', error_description: 'id_token required' },
  ]);
  expect(await post('id_token', { id_token: 'x' })).toEqual([
    400,
    {
      error: 'invalid request',
      error_description: 'provider or client_id and issuer required',
    },
  ]);
});

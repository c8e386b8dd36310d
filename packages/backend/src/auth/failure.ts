/** GoTrue's error codes that are used here (from its `errorcode.go`). */
export type FailureCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'captcha_failed'
  | 'email_conflict_identity_not_deletable'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'feature_disabled'
  | 'flow_state_already_used'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  /** Not one of GoTrue's; see settings.bindBrowsers. */
  | 'link_of_other_browser'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_phone_verify_not_enabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_totp_verify_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'mfa_webauthn_verify_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'oauth_client_state_not_found'
  | 'oauth_invalid_state'
  | 'oauth_provider_not_supported'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'passkey_disabled'
  | 'phone_exists'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'request_timeout'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled';

/** An expected failure, which endpoints return as a value. `status` is the HTTP status. */
export class Failure {
  readonly status: number;
  readonly code: FailureCode;
  readonly message: string;
  /** Why the password is weak; only with `weak_password`. */
  readonly reasons: readonly string[] | undefined;
  /** Milliseconds after which the call may be retried. */
  readonly retryAfter: number | undefined;
  /** The error's name in OAuth 2.0, where GoTrue responds in that protocol's format. */
  readonly oauthError: string | undefined;
  /** The transaction commits even though the call failed. */
  readonly keepsWrites: boolean;

  constructor(
    status: number,
    code: FailureCode,
    message: string,
    extra: {
      reasons?: readonly string[];
      keepsWrites?: boolean;
      retryAfter?: number;
      oauthError?: string;
    } = {},
  ) {
    this.status = status;
    this.code = code;
    this.message = message;
    this.reasons = extra.reasons;
    this.retryAfter = extra.retryAfter;
    this.oauthError = extra.oauthError;
    this.keepsWrites = extra.keepsWrites ?? false;
  }
}

export function invalid(message: string): Failure {
  return new Failure(400, 'validation_failed', message);
}

/** A failure in OAuth 2.0's own format: `error` and `error_description`. */
export function oauthFailure(oauthError: string, message: string): Failure {
  return new Failure(400, 'validation_failed', message, { oauthError });
}

export function tooManyRequests(retryAfter: number): Failure {
  const message = 'Request rate limit reached';
  return new Failure(429, 'over_request_rate_limit', message, { retryAfter });
}

/** The version of the error body the client asks for; older clients get the older body. */
const VERSION_HEADER = 'x-supabase-api-version';
const CODED_ERRORS_SINCE = '2024-01-01';

export function respondFailure(failure: Failure, request: Request): Response {
  const { status, code, message, reasons, retryAfter } = failure;
  if (failure.oauthError !== undefined) {
    const body = { error: failure.oauthError, error_description: message };
    return Response.json(body, { status });
  }
  const headers = new Headers({ 'x-sb-error-code': code });
  if (retryAfter) headers.set('retry-after', String(Math.ceil(retryAfter / 1000)));
  const weak = reasons ? { weak_password: { reasons } } : {};
  const version = request.headers.get(VERSION_HEADER) ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || version < CODED_ERRORS_SINCE) {
    const body = { code: status, error_code: code, msg: message, ...weak };
    return Response.json(body, { status, headers });
  }
  headers.set(VERSION_HEADER, CODED_ERRORS_SINCE);
  return Response.json({ code, message, ...weak }, { status, headers });
}

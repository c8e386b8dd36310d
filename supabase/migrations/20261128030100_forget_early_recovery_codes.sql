-- Codes that were made before the account had an authenticator app, by whoever knew the password.
delete from private.recovery_codes as code
where not exists (
  select from auth.mfa_factors as factor
  where factor.user_id = code.user_id and factor.status = 'verified'
    and factor.created_at <= code.created_at
);

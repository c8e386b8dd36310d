import { readSignInTable, type SignInOptions, signInTable } from '@liv-fit/backend/sign-in';

export interface SignInConfig extends Omit<SignInOptions, 'unusable'> {
  /** Reject passwords known from data breaches (asks Have I Been Pwned). */
  refuseLeakedPasswords: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PROVIDER_KEYS = 'ENABLED|CLIENT_ID|SECRET|REDIRECT_URI|URL|SKIP_NONCE_CHECK|EMAIL_OPTIONAL';
const PROVIDER = new RegExp(`^SUPABASE_AUTH_EXTERNAL_([A-Z0-9_]+?)_(${PROVIDER_KEYS})$`);

/**
 * How people sign in, from the environment variables by which the Supabase CLI sets `[auth]` in
 * `config.toml`; `SUPABASE_AUTH_EXTERNAL_CUSTOM_MINE_URL` is for the provider `custom:mine`. If
 * invalid, returns the problems, each with the name of its variable.
 */
export function readSignInConfig(env: Environment): SignInConfig | readonly string[] {
  const of = (name: string) => env[`SUPABASE_AUTH_${name}`] || undefined;
  const parsed = signInTable.safeParse(
    withoutGaps({
      enable_manual_linking: of('ENABLE_MANUAL_LINKING'),
      password_requirements: of('PASSWORD_REQUIREMENTS'),
      mfa: {
        totp: {
          enroll_enabled: of('MFA_TOTP_ENROLL_ENABLED') ?? true,
          verify_enabled: of('MFA_TOTP_VERIFY_ENABLED') ?? true,
        },
      },
      captcha: withoutGaps({
        enabled: of('CAPTCHA_ENABLED'),
        provider: of('CAPTCHA_PROVIDER'),
        secret: of('CAPTCHA_SECRET'),
        siteverify_url: of('CAPTCHA_SITEVERIFY_URL'),
      }),
      external: readProviders(env),
    }),
  );
  if (!parsed.success) {
    return parsed.error.issues.map(
      ({ path, message }) => `SUPABASE_AUTH_${path.join('_').toUpperCase()}: ${message}`,
    );
  }
  const leaked = of('PASSWORD_HIBP_ENABLED') ?? 'false';
  if (leaked !== 'true' && leaked !== 'false') {
    return ['SUPABASE_AUTH_PASSWORD_HIBP_ENABLED: must be true or false'];
  }
  const { unusable, ...signIn } = readSignInTable(parsed.data);
  if (unusable.length > 0) {
    return unusable.map(({ name, lack }) => {
      const variable = name.replace(':', '_').toUpperCase();
      return `SUPABASE_AUTH_EXTERNAL_${variable}: ${lack}`;
    });
  }
  return {
    ...signIn,
    refuseLeakedPasswords: leaked === 'true',
  };
}

function readProviders(env: Environment): Record<string, Record<string, string>> {
  const providers: Record<string, Record<string, string>> = {};
  for (const [variable, value] of Object.entries(env)) {
    const [, provider, key] = PROVIDER.exec(variable) ?? [];
    if (!provider || !key || !value) continue;
    const name = provider.toLowerCase().replace(/^custom_/, 'custom:');
    providers[name] = { ...providers[name], [key.toLowerCase()]: value };
  }
  return providers;
}

function withoutGaps(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}

import { z } from 'zod';
import { findMissingSetting } from './identities/external-providers.ts';
import type { ProviderSettings } from './identities/provider.ts';
import type { CaptchaSettings } from './limits/captcha.ts';
import { PASSWORD_REQUIREMENTS } from './passwords/check-password.ts';
import type { AuthSettings } from './settings.ts';

/** A boolean in the file, a string when it comes from the environment. */
const flag = z.union([z.boolean(), z.stringbool()]);

const provider = z.object({
  enabled: flag.default(false),
  /** May hold several, separated by commas; the first is used to sign people in. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  redirect_uri: z.string().default(''),
  url: z.string().default(''),
  skip_nonce_check: flag.default(false),
  email_optional: flag.default(false),
});

/** What `[auth]` in a project's `config.toml` says about signing in, under the CLI's names. */
export const signInTable = z.object({
  enable_manual_linking: flag.default(false),
  password_requirements: z
    .enum(Object.keys(PASSWORD_REQUIREMENTS) as (keyof typeof PASSWORD_REQUIREMENTS)[])
    .default(''),
  mfa: z
    .object({
      totp: z
        .object({ enroll_enabled: flag.default(false), verify_enabled: flag.default(false) })
        .prefault({}),
    })
    .prefault({}),
  captcha: z
    .object({
      enabled: flag.default(false),
      provider: z.enum(['hcaptcha', 'turnstile']).optional(),
      secret: z.string().default(''),
      /** Not a CLI setting: checks tokens at this URL instead of the CAPTCHA provider's own. */
      siteverify_url: z.url().optional(),
    })
    .prefault({})
    .refine(({ enabled, provider, secret }) => !enabled || (provider && secret), {
      message: 'needs a provider and a secret',
    }),
  external: z.record(z.string(), provider).default({}),
});

export interface SignInOptions {
  settings: Pick<
    AuthSettings,
    'manualLinking' | 'passwordRequirements' | 'totpEnroll' | 'totpVerify'
  >;
  captcha: CaptchaSettings | null;
  externalProviders: Record<string, ProviderSettings>;
  /** Providers that are enabled but cannot be used, each with what it lacks. */
  unusable: readonly { name: string; lack: string }[];
}

export function readSignInTable(table: z.infer<typeof signInTable>): SignInOptions {
  const { captcha, external, mfa } = table;
  const enabled = Object.entries(external)
    .filter(([, { enabled }]) => enabled)
    .map(([name, row]) => ({ name, settings: readProvider(row) }))
    .map((read) => ({ ...read, lack: findMissingSetting(read.name, read.settings) }));
  return {
    settings: {
      manualLinking: table.enable_manual_linking,
      passwordRequirements: table.password_requirements,
      totpEnroll: mfa.totp.enroll_enabled,
      totpVerify: mfa.totp.verify_enabled,
    },
    captcha:
      captcha.enabled && captcha.provider
        ? {
            provider: captcha.provider,
            secret: captcha.secret,
            ...(captcha.siteverify_url && { siteverifyUrl: captcha.siteverify_url }),
          }
        : null,
    externalProviders: Object.fromEntries(
      enabled.filter(({ lack }) => !lack).map(({ name, settings }) => [name, settings]),
    ),
    unusable: enabled.flatMap(({ name, lack }) => (lack ? [{ name, lack }] : [])),
  };
}

function readProvider(settings: z.infer<typeof provider>): ProviderSettings {
  const [first = '', ...others] = settings.client_id.split(',').map((id) => id.trim());
  return {
    clientIds: [first, ...others],
    secret: settings.secret,
    redirectUri: settings.redirect_uri,
    url: settings.url,
    skipNonceCheck: settings.skip_nonce_check,
    emailOptional: settings.email_optional,
  };
}

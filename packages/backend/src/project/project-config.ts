import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { type NoticeKind, noticeKinds } from '../auth/notices.ts';
import type { AuthSettings } from '../auth/settings.ts';
import { readSignInTable, type SignInOptions, signInTable } from '../auth/sign-in-table.ts';
import { locateKeys } from './locate-keys.ts';
import { placeOf, reviewConfig } from './review-config.ts';

/** The backend's configuration from a Supabase project folder's `config.toml`. */
export interface ProjectConfig {
  /** The folder with `config.toml` and `migrations`. */
  directory: string;
  api: {
    schemas: [string, ...string[]];
    extraSearchPath: string[];
    maximumRows: number;
    exposeNewTables: boolean;
  };
  migrate: boolean;
  /** Paths and patterns relative to `directory`; empty when seeding is off. */
  seeds: string[];
  storage: {
    /** Maximum size of any object in bytes. */
    fileSizeLimit: number;
    buckets: {
      id: string;
      isPublic: boolean;
      fileSizeLimit: number | null;
      allowedMimeTypes: string[] | null;
    }[];
  };
  auth: {
    siteUrl: string;
    redirectUrls: string[];
    settings: Partial<AuthSettings>;
    mailsPerHour: number;
    captcha: SignInOptions['captcha'];
    externalProviders: SignInOptions['externalProviders'];
  };
  /** The mail server, if one is configured. */
  smtp: { host: string; port: number; user: string; pass: string; from: string } | null;
  /** What the file asks for that the backend leaves out, with file and line. */
  warnings: readonly string[];
}

/** The folder isn't a project, or its configuration can't be used. The message says why. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
}

const seconds = z.string().transform((text, context) => {
  const units: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) {
    context.addIssue(`${text} is no duration`);
    return z.NEVER;
  }
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
  return [...parts].reduce((sum, [, n, unit]) => sum + Number(n) * (units[unit ?? ''] ?? 0), 0);
});
/** The CLI counts in units of 1,024, whether it says MB or MiB. */
const bytes = z.string().transform((text, context) => {
  const powers: Record<string, number> = { '': 0, k: 1, m: 2, g: 3, t: 4 };
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) ?([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  if (number === undefined) {
    context.addIssue(`${text} is no size`);
    return z.NEVER;
  }
  return Math.round(Number(number) * 1024 ** (powers[unit.toLowerCase()] ?? 0));
});
const names = z.array(z.string().min(1));
const count = z.number().int().positive();
const notification = z.object({ enabled: z.boolean().default(false) }).prefault({});

/** Defaults are the Supabase CLI's. Keys not listed here don't concern the backend. */
const schema = z.object({
  api: z
    .object({
      schemas: names.default(['public', 'graphql_public']),
      extra_search_path: names.default(['public', 'extensions']),
      max_rows: z.number().int().min(0).default(1000),
      auto_expose_new_tables: z.boolean().default(true),
    })
    .prefault({}),
  db: z
    .object({
      migrations: z.object({ enabled: z.boolean().default(true) }).prefault({}),
      seed: z
        .object({ enabled: z.boolean().default(true), sql_paths: names.default(['./seed.sql']) })
        .prefault({}),
    })
    .prefault({}),
  storage: z
    .object({
      file_size_limit: bytes.default(50 * 1024 ** 2),
      buckets: z
        .record(
          z.string(),
          z.object({
            public: z.boolean().default(false),
            file_size_limit: bytes.optional(),
            allowed_mime_types: z.array(z.string()).optional(),
          }),
        )
        .default({}),
    })
    .prefault({}),
  auth: signInTable
    .extend({
      site_url: z.url().default('http://127.0.0.1:3000'),
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: count.max(604_800).default(3600),
      enable_signup: z.boolean().default(true),
      enable_anonymous_sign_ins: z.boolean().default(false),
      minimum_password_length: count.default(6),
      refresh_token_reuse_interval: z.number().int().min(0).default(10),
      rate_limit: z.object({ email_sent: count.optional() }).prefault({}),
      email: z
        .object({
          enable_confirmations: z.boolean().default(false),
          double_confirm_changes: z.boolean().default(true),
          secure_password_change: z.boolean().default(false),
          max_frequency: seconds.default(1),
          otp_length: z.number().int().min(6).max(10).default(6),
          otp_expiry: count.default(3600),
          notification: z
            .object({
              password_changed: notification,
              email_changed: notification,
              identity_linked: notification,
              identity_unlinked: notification,
              mfa_factor_enrolled: notification,
              mfa_factor_unenrolled: notification,
            } satisfies Record<NoticeKind, unknown>)
            .prefault({}),
          smtp: z
            .object({
              enabled: z.boolean().default(true),
              host: z.string(),
              port: z.coerce.number().int(),
              user: z.string().default(''),
              pass: z.string().default(''),
              admin_email: z.string(),
              sender_name: z.string().default(''),
            })
            .optional(),
        })
        .prefault({}),
    })
    .prefault({}),
});

/**
 * Reads the project in `directory`, which is either the folder `supabase` or the one containing it.
 * Values `env(NAME)` come from `environment`. Throws ProjectError.
 */
export async function readProject(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProjectConfig> {
  const root = [join(directory, 'supabase'), directory].find(
    (folder) => existsSync(join(folder, 'config.toml')) || existsSync(join(folder, 'migrations')),
  );
  if (!root) throw new ProjectError(`${directory} holds neither config.toml nor migrations.`);
  const file = join(root, 'config.toml');
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  const written = substitute(parseToml(file, text), environment);
  const parsed = schema.safeParse(written);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    throw new ProjectError(`${file} cannot be used.\n  ${problems.join('\n  ')}`);
  }
  const lines = locateKeys(text);
  const review = reviewConfig(written as Record<string, unknown>, { file, lines, isRead });
  if (review.refusals.length > 0) {
    throw new ProjectError(`${file} cannot be used.\n  ${review.refusals.join('\n  ')}`);
  }
  const unusable = readSignInTable(parsed.data.auth).unusable.map(({ name, lack }) => {
    const path = `auth.external.${name}`;
    return `${placeOf({ file, lines }, path)}: [${path}] is left out: it ${lack}.`;
  });
  return toConfig(root, parsed.data, [...review.warnings, ...unusable]);
}

/** Whether the schema reads that path. */
function isRead(path: readonly string[]): boolean {
  let part: unknown = schema;
  for (const name of path) {
    while (
      part instanceof z.ZodPrefault ||
      part instanceof z.ZodDefault ||
      part instanceof z.ZodOptional
    ) {
      part = part.unwrap();
    }
    if (part instanceof z.ZodObject) part = part.shape[name];
    else if (part instanceof z.ZodRecord) part = part.valueType;
    else return false;
    if (part === undefined) return false;
  }
  return true;
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new ProjectError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function substitute(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1];
    return name === undefined ? value : (environment[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, substitute(item, environment)]),
  );
}

function toConfig(
  directory: string,
  { api, db, storage, auth }: z.infer<typeof schema>,
  warnings: readonly string[],
): ProjectConfig {
  const [first = 'public', ...others] = api.schemas;
  const { notification, smtp } = auth.email;
  const signIn = readSignInTable(auth);
  return {
    directory,
    api: {
      schemas: [first, ...others],
      extraSearchPath: api.extra_search_path,
      maximumRows: api.max_rows,
      exposeNewTables: api.auto_expose_new_tables,
    },
    migrate: db.migrations.enabled,
    seeds: db.seed.enabled ? db.seed.sql_paths : [],
    storage: {
      fileSizeLimit: storage.file_size_limit,
      buckets: Object.entries(storage.buckets).map(([id, bucket]) => ({
        id,
        isPublic: bucket.public,
        fileSizeLimit: bucket.file_size_limit ?? null,
        allowedMimeTypes: bucket.allowed_mime_types ?? null,
      })),
    },
    auth: {
      siteUrl: auth.site_url.replace(/\/+$/, ''),
      redirectUrls: auth.additional_redirect_urls,
      mailsPerHour: auth.rate_limit.email_sent ?? 30,
      captcha: signIn.captcha,
      externalProviders: signIn.externalProviders,
      settings: {
        ...signIn.settings,
        signUps: auth.enable_signup,
        anonymousSignIns: auth.enable_anonymous_sign_ins,
        confirmEmails: auth.email.enable_confirmations,
        confirmChangesTwice: auth.email.double_confirm_changes,
        reauthenticateToChangePassword: auth.email.secure_password_change,
        shortestPassword: auth.minimum_password_length,
        codeLength: auth.email.otp_length,
        codeLife: auth.email.otp_expiry,
        mailInterval: auth.email.max_frequency,
        notices: noticeKinds.filter((kind) => notification[kind].enabled),
        accessTokenLife: auth.jwt_expiry,
        refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
      },
    },
    smtp: smtp?.enabled
      ? {
          host: smtp.host,
          port: smtp.port,
          user: smtp.user,
          pass: smtp.pass,
          from: smtp.sender_name ? `"${smtp.sender_name}" <${smtp.admin_email}>` : smtp.admin_email,
        }
      : null,
    warnings,
  };
}

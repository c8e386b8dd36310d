import type { Lines } from './locate-keys.ts';

/** What a configuration asks for that this backend doesn't do. Each entry gives the line, if it has one. */
export interface ConfigReview {
  /** Left out, which gives no one more access than the project allows. */
  warnings: string[];
  /** Leaving these out would allow something that the project forbids. */
  refusals: string[];
}

interface ConfigFile {
  file: string;
  lines: Lines;
}

type Table = { readonly [key: string]: unknown };

/** Settings that forbid something. `when` tells for which values. */
const refused: readonly { path: RegExp; when: (value: unknown) => boolean; why: string }[] = [
  {
    path: /^auth\.hook\.(?!send_)\w+$/,
    when: isOn,
    why: 'hooks are not run, and this one may refuse people or decide what a token says. Set enabled = false to go without it',
  },
  {
    path: /^(api|auth|storage)\.enabled$/,
    when: (value) => value === false,
    why: 'this interface cannot be switched off',
  },
  {
    path: /^auth\.email\.enable_signup$/,
    when: (value) => value === false,
    why: 'accounts are opened by email; enable_signup in [auth] refuses new ones altogether',
  },
  {
    path: /^auth\.sessions$/,
    when: (value) => !isEmpty(value),
    why: 'sessions would last longer than it allows: they end when somebody signs out',
  },
];

/** Reasons to add to "is left out". */
const reasons: readonly [path: RegExp, why: string][] = [
  [/^auth\.hook\.send_/, 'hooks are not run: mails go through [auth.email.smtp]'],
  [/^auth\.(sms|email\.notification\.phone_changed)/, 'phone numbers are refused'],
  [/^auth\.email\.(template|notification)/, "mails have the backend's own plain text"],
  [/^auth\.mfa\.(phone|web_authn)/, 'second factors are authenticator apps (totp)'],
  [/^auth\.rate_limit/, 'of the limits only email_sent is read; --rate-limits has its own'],
  [/^auth\.(third_party|web3|oauth_server|passkey)/, 'nobody signs in this way'],
  [/^auth\.(signing_keys_path|jwt_issuer)/, 'keys and issuer are the ones of this backend'],
  [/^realtime/, 'nobody is told of changes, and no channel opens'],
  [/^(edge_runtime|functions)/, 'functions are not served'],
  [/^db\.vault/, 'the database stores no secrets'],
  [/^storage\.(vector|analytics)/, 'there are no buckets of this kind'],
  [/^db\.migrations\.schema_paths/, 'migrations alone make the schema'],
];

/** Only for the CLI's tools on a developer's machine, or what the backend does anyway. */
const unconcerned =
  /^(project_id|studio|inbucket|local_smtp|analytics|experimental|remotes|(.+\.)?(port|inspector_port)|api\.(enabled|tls|external_url)|db\.(shadow_port|health_timeout|major_version|root_key|pooler|settings|network_restrictions|ssl_enforcement)|storage\.(enabled|image_transformation|s3_protocol)|auth\.(enabled|external_url|enable_refresh_token_rotation)|auth\.email\.enable_signup|auth\.mfa\.max_enrolled_factors)$/;

/** Compares what the file says with what the backend reads of it. */
export function reviewConfig(
  written: Table,
  { file, lines, isRead }: ConfigFile & { isRead: (path: readonly string[]) => boolean },
): ConfigReview {
  const refusals: string[] = [];
  const found = new Map<string, { table: string; keys: string[]; line: string; why: string }>();

  const warn = (table: string, key: string | null, path: string) => {
    const reason = reasons.find(([pattern]) => pattern.test(path))?.[1];
    const why = reason ? `: ${reason}` : '';
    const id = `${table}\n${key === null}\n${why}`;
    const known = found.get(id) ?? { table, keys: [], line: placeOf({ file, lines }, path), why };
    found.set(id, { ...known, keys: key === null ? [] : [...known.keys, key] });
  };
  const visit = (table: Table, above: readonly string[]) => {
    for (const [key, value] of Object.entries(table)) {
      const names = [...above, key];
      const path = names.join('.');
      const refusal = refused.find((each) => each.path.test(path) && each.when(value));
      if (refusal) {
        refusals.push(`${placeOf({ file, lines }, path)}: ${path}: ${refusal.why}.`);
      } else if (isEmpty(value) || unconcerned.test(path)) {
        // Nothing is asked for.
      } else if (isRead(names)) {
        if (isTable(value)) visit(value, names);
      } else if (!isTable(value)) warn(above.join('.'), key, path);
      else if (Object.values(value).every(isTable)) visit(value, names);
      else if (!isOff(value)) warn(path, null, path);
    }
  };
  visit(written, []);

  const warnings = [...found.values()].map(({ table, keys, line, why }) => {
    const what = `${table ? `[${table}] ` : ''}${keys.join(', ')}`.trim();
    return `${line}: ${what} ${keys.length > 1 ? 'are' : 'is'} left out${why}.`;
  });
  return { warnings, refusals };
}

/** The file, with the line if known. */
export function placeOf({ file, lines }: ConfigFile, path: string): string {
  const line = lines.get(path);
  return line ? `${file}:${line}` : file;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOn(value: unknown): boolean {
  return isTable(value) && (value.enabled === true || value.enabled === 'true');
}

const switches = ['enabled', 'enable_signup', 'enroll_enabled'];

/** What is switched off needs no warning, since the backend doesn't do it either. */
const isOff = (table: Table) => switches.some((name) => `${table[name]}` === 'false');

const isEmpty = (value: unknown) =>
  typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : value === '';

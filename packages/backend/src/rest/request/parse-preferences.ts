/** The Prefer header (RFC 7240), as PostgREST interprets it. */
export interface Preferences {
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  return?: 'representation' | 'minimal' | 'headers-only';
  count?: 'exact' | 'planned' | 'estimated';
  transaction?: 'commit' | 'rollback';
  missing?: 'default' | 'null';
  handling?: 'strict' | 'lenient';
  timezone?: string;
  maxAffected?: number;
  /** Preferences that weren't understood; an error with handling=strict. */
  invalid: readonly string[];
}

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

export interface PreferenceOptions {
  allowTransaction: boolean;
  /** Time zone names that PostgreSQL knows. */
  timezones: ReadonlySet<string>;
}

/** The first value of each preference counts. `tx` counts only if the server allows it. */
export function parsePreferences(
  header: string | null,
  { allowTransaction, timezones }: PreferenceOptions,
): Preferences {
  if (!header) return { invalid: [] };
  const given = new Map<string, string>();
  const invalid: string[] = [];
  for (const item of header.split(',')) {
    const preference = item.trim();
    if (preference === '') continue;
    const [name = '', ...rest] = preference.split('=');
    const value = rest.join('=');
    const known: readonly string[] | undefined = Object.hasOwn(choices, name)
      ? choices[name as keyof typeof choices]
      : undefined;
    const isKnown =
      known?.includes(value) ??
      (name === 'timezone' ? timezones.has(value) : name === 'max-affected');
    if (!isKnown) invalid.push(preference);
    else if (!given.has(name)) given.set(name, value);
  }
  const maxAffected = given.get('max-affected');
  return {
    resolution: given.get('resolution') as Preferences['resolution'],
    return: given.get('return') as Preferences['return'],
    count: given.get('count') as Preferences['count'],
    transaction: allowTransaction ? (given.get('tx') as Preferences['transaction']) : undefined,
    missing: given.get('missing') as Preferences['missing'],
    handling: given.get('handling') as Preferences['handling'],
    timezone: given.get('timezone'),
    maxAffected: maxAffected && /^\d{1,15}$/.test(maxAffected) ? Number(maxAffected) : undefined,
    invalid,
  };
}

/** The Preference-Applied header in PostgREST's order; null if nothing was applied. */
export function appliedPreferences(preferences: Partial<Preferences>): string | null {
  const applied = [
    ['resolution', preferences.resolution],
    ['missing', preferences.missing],
    ['return', preferences.return],
    ['count', preferences.count],
    ['tx', preferences.transaction],
    ['handling', preferences.handling],
    ['timezone', preferences.timezone],
    ['max-affected', preferences.handling === 'strict' ? preferences.maxAffected : undefined],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  return applied.length > 0 ? applied.join(', ') : null;
}

/** The walls described in docs/architecture.md, "The folders", as data. */

const areas = {
  'app/routes': /^app\/routes\/([^/]+)/,
  'app/features': /^app\/features\/([^/]+)\//,
  'app/components': /^app\/components\//,
  'app/lib': /^app\/lib\//,
  'app/styles': /^app\/styles\//,
  app: /^app\/[^/]+$/,
  domain: /^domain\//,
  server: /^server\//,
  emails: /^emails\//,
  packages: /^packages\/([^/]+)/,
  supabase: /^supabase\//,
  scripts: /^scripts\//,
  assets: /^assets\//,
  tests: /^tests\//,
  docs: /^docs\//,
  'the root': /^[^/]+$/,
} as const;

export type AreaName = keyof typeof areas;

export interface Area {
  name: AreaName;
  /** Which feature, route or package; empty if the area has no parts. */
  part: string;
}

/** The part of the architecture a file belongs to, or null. */
export function areaOf(path: string): Area | null {
  for (const [name, pattern] of Object.entries(areas) as [AreaName, RegExp][]) {
    const match = pattern.exec(path);
    if (match) return { name, part: match[1] ?? '' };
  }
  return null;
}

const storefront: AreaName[] = ['domain', 'supabase'];

export const walls: {
  /** Besides itself. */
  mayImport: Record<AreaName, readonly AreaName[]>;
  /** What a feature exports to other features. */
  offered: readonly RegExp[];
  /** Types that two sides have agreed on. */
  contracts: readonly { from: RegExp; to: string }[];
} = {
  mayImport: {
    'app/routes': ['app/features', 'app/components', 'app/lib', 'app/styles', ...storefront],
    'app/features': ['app/components', 'app/lib', ...storefront],
    'app/components': ['app/lib', ...storefront],
    'app/lib': storefront,
    'app/styles': [],
    app: ['app/features', 'app/components', 'app/lib', 'app/styles', ...storefront],
    domain: [],
    server: ['domain', 'packages', 'emails', 'supabase'],
    emails: ['domain'],
    packages: [],
    supabase: [],
    scripts: ['domain', 'server', 'packages', 'emails', 'supabase', 'tests', 'the root'],
    assets: [],
    // Code that readers run by themselves.
    docs: [],
    tests: [
      'domain',
      'server',
      'packages',
      'emails',
      'supabase',
      'scripts',
      'app/lib',
      'app/components',
      'app/features',
      'app/styles',
      'the root',
    ],
    'the root': ['tests'],
  },
  // Its lines are bought at checkout, ordered again from My Orders and synced while signed in.
  offered: [/^app\/features\/cart\/(store|sync)\//],
  contracts: [
    { from: /^server\/pages\//, to: 'app/lib/app-context.ts' },
    { from: /^server\/pages\//, to: 'app/lib/page-handle.ts' },
    { from: /^domain\//, to: 'supabase/database.gen.ts' },
  ],
};

/**
 * The stages of an order, lowest first: a folder imports only from those below it. The tables, the
 * context and everything else directly in `server/orders` are shared by all of them.
 */
export const floors: readonly RegExp[] = [
  /^server\/payments\//,
  /^server\/orders\/order-state\//,
  /^server\/orders\/payment-sync\//,
  /^server\/orders\/refunds\//,
  /^server\/orders\/(checkout|events|reconcile)\//,
];

export const packagesOfDomain: readonly string[] = ['zod'];

/** Configuration enters here, is validated once and passed on as values. */
export const environmentReaders: readonly RegExp[] = [
  /^server\/(main|env)\.ts$/,
  /^packages\/payment-sandbox\/src\/main\.ts$/,
  /^packages\/backend\/src\/(project\/main|testing\/test-size)\.ts$/,
  /^(scripts|tests)\//,
  /^docs\/check-passports\.mjs$/,
];

import { fileURLToPath } from 'node:url';
import type { Database } from '@liv-fit/backend/database';
import { migrate } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';
import { openEmptyPglite, startPostgres } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SettingName,
  type SiteFacts,
  separateSettings,
  settingKey,
  siteDefaults,
  siteDefaultsOf,
  siteSettings,
  type TextSettingName,
} from '#domain/settings.ts';
import { invalidatePagesOnChange } from '#server/setup/invalidate-pages-on-change.ts';
import { createSiteReader } from '#server/setup/read-site.ts';
import { baseMigrations, ourMigrations } from '#tests/rls/test-databases.ts';
import { findReaders, readSources } from './find-readers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = Object.keys(siteSettings) as SettingName[];

describe('every setting', () => {
  const sources = readSources(root);

  it.each(names)('%s is read by somebody', (name) => {
    expect(findReaders(sources, name)).not.toEqual([]);
  });

  it('and one that nobody reads is found', () => {
    expect(findReaders(sources, 'neverRead')).toEqual([]);
    const idle = [
      { path: 'domain/settings.ts', text: 'freeShippingFrom: setting({' },
      { path: 'app/features/admin/settings/a.ts', text: 'facts.freeShippingFrom' },
      { path: 'app/a.ts', text: 'const freeShippingFrom = 5000; site.freeShippingFromNow' },
    ];
    expect(findReaders(idle, 'freeShippingFrom')).toEqual([]);
  });

  it('and the shop’s name stands in one place, whoever says it', () => {
    const named = sources.filter(({ text }) => /Liv ?Fit/.test(text));
    expect(named.map(({ path }) => path)).toEqual(['domain/brand.ts']);
  });

  it('stands in docs/settings.md', async () => {
    const rows = names.map((name) => {
      const { default: value, shownIn } = siteSettings[name];
      const told = JSON.stringify(value);
      return `| \`${settingKey(name)}\` | ${told.length > 60 ? 'a text, a list or an address: see `domain/settings.ts`' : `\`${told}\``} | ${shownIn} |`;
    });
    const separate = Object.entries(separateSettings).map(
      ([key, shownIn]) => `| \`${key}\` | | ${shownIn} |`,
    );
    const page = `# Settings

What the owner changes without touching code: rows of \`site_settings\`, described in \`domain/settings.ts\`
and drawn from there (\`npx vitest run tests/settings/settings.test.ts -u\`). A row that its schema
refuses is left out, and the log says so at the start and when it is saved.

A change acts at once, in every process: the database announces it, the shop rereads its settings
and drops the pages that it kept. A tab that is open shows it with the next full load.

| key | default | read by |
|---|---|---|
${[...rows, ...separate].join('\n')}
`;
    await expect(page).toMatchFileSnapshot(`${root}/docs/settings.md`);
  });
});

const other: Omit<SiteFacts, TextSettingName> = {
  manufacturer: { name: 'Other Ltd.', lines: ['1 Road'] },
  distributor: { name: 'Other LLC', lines: ['2 Road'] },
  hours: [{ days: 'Mon', hours: '9-5', schema: null }],
  colors: { text: '#101010', background: '#ffffff', dark: '#202040', accent: '#ffcc00' },
  headingFont: 'georgia',
  textFont: 'verdana',
  logo: { url: '/storage/v1/object/public/uploads/logo.png', width: 400, height: 100 },
  favicon: '/storage/v1/object/public/uploads/icon.png',
  socialCard: '/storage/v1/object/public/uploads/card.png',
  fixedRating: { value: 4, count: 1 },
  freeShippingFrom: 7500,
  productOrder: 'newest',
  lowStock: 2,
  shipsTo: ['DE'],
  timeZone: 'Europe/Berlin',
  addToCartQuantity: 'stepper',
};

/** Opens the databases of as many processes as this kind allows, on the same rows. */
const kinds = [
  {
    name: 'PGlite',
    async open() {
      const database = await openEmptyPglite();
      return { databases: [database], stop: () => database.close() };
    },
  },
  {
    name: 'PostgreSQL',
    async open() {
      const server = await startPostgres();
      const connectionString = await server.newDatabase();
      const databases = [openPostgres({ connectionString }), openPostgres({ connectionString })];
      return {
        databases,
        stop: async () => {
          await Promise.all(databases.map((database) => database.close()));
          await server.stop();
        },
      };
    },
  },
];

describe.each(kinds)('a change of a setting on $name', ({ open }) => {
  let opened: { databases: Database[]; stop: () => Promise<void> };
  let readers: ReturnType<typeof createSiteReader>[];
  const stops: (() => Promise<void>)[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    opened = await open();
    const [first] = opened.databases;
    if (first) await migrate(first, [...baseMigrations, ourMigrations]);
    readers = [];
    for (const database of opened.databases) {
      const reader = createSiteReader(database, (problem) => problems.push(problem));
      readers.push(reader);
      stops.push(
        await invalidatePagesOnChange(database, { clear: () => {} }, [
          { tables: ['site_settings'], ...reader },
        ]),
      );
    }
  });
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await opened.stop();
  });

  const save = (key: string, value: unknown) =>
    opened.databases[0]?.query({
      text: `insert into public.site_settings (key, value) values ($1, $2::jsonb)
        on conflict (key) do update set value = excluded.value`,
      values: [key, JSON.stringify(value)],
    });

  it.each(names)('%s acts at once, in every process', async (name) => {
    // The brand is tested first, so defaults derived from its name have changed by now.
    const known = name === 'brand' ? siteDefaults : siteDefaultsOf('Another brand');
    for (const reader of readers) expect((await reader.read())[name]).toEqual(known[name]);
    const texts: Partial<Record<SettingName, string>> = {
      email: 'other@shop.example',
      startHere: 'another-product',
    };
    const text = texts[name] ?? `Another ${name}`;
    const value = name in other ? other[name as keyof typeof other] : text;
    await save(settingKey(name), value);
    for (const reader of readers) {
      await expect.poll(async () => (await reader.read())[name]).toEqual(value);
    }
  });

  it('that its schema refuses is left out and told', async () => {
    await save('time_zone', 'Nowhere/Else');
    for (const reader of readers) {
      await expect.poll(async () => (await reader.read()).timeZone).toBe(siteDefaults.timeZone);
    }
    expect(problems).toContainEqual('time_zone is not used: Choose a time zone.');
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { slugify } from '#domain/slug.ts';

const seed = readFileSync(path.resolve(import.meta.dirname, '../../supabase/seed.sql'), 'utf8');
/** Id, name and slug, with which the seed's products start. */
const rows = seed.matchAll(/\(\n\s+'5a1e[0-9a-f-]+',\n\s+'((?:[^']|'')+)',\n\s+'([^']+)',/g);
const products = [...rows].map(([, name = '', slug]) => ({
  name: name.replaceAll("''", "'"),
  slug,
}));

it('finds the products of the demo catalog', () => {
  expect(products.length).toBeGreaterThanOrEqual(9);
});

it.each(products)('the seeded $name has the slug that its name gives', ({ name, slug }) => {
  expect(slug).toBe(slugify(name));
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readConfig } from './env.ts';

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
const example = read('.env.example');

/** One set per provider name: `readSignInConfig` finds them by pattern. */
const ofProviders = /^SUPABASE_AUTH_EXTERNAL_/;

/** Every name that the configuration reads. */
function namesRead(): string[] {
  const names = new Set<string>();
  const note = (name: string | symbol) => {
    if (typeof name === 'string') names.add(name);
  };
  readConfig(
    new Proxy({} as Record<string, string | undefined>, {
      get(_target, name) {
        note(name);
        return undefined;
      },
      has(_target, name) {
        note(name);
        return false;
      },
    }),
  );
  return [...names].filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name)).sort();
}

it('.env.example names every variable that is read, and no other', () => {
  const named = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((name) => !ofProviders.test(name)).sort()).toEqual(namesRead());
});

it('docs/operating.md explains every one of them', () => {
  const docs = read('docs/operating.md');
  // A table row may abbreviate: `SUPABASE_AUTH_CAPTCHA_ENABLED` `_PROVIDER`.
  const endings = [...docs.matchAll(/`(_[A-Z_]+)`/g)].map(([, ending = '']) => ending);
  const isExplained = (name: string) =>
    docs.includes(`\`${name}\``) || endings.some((ending) => name.endsWith(ending));
  expect(namesRead().filter((name) => !isExplained(name))).toEqual([]);
});

it('changes nothing as it stands', () => {
  const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const admin = path.resolve('app/features/admin');

/** Forms whose input the shop does not store. */
const others: Readonly<Record<string, string>> = {
  'orders/ledger-dialog.tsx': 'chooses what a file holds',
  'session/login-form.tsx': 'a password is kept nowhere',
};

/** The hooks that restore typed text: `useDraft`, `useStoredState`, and hooks built on them. */
const keeps = /\buse(Draft|StoredState|SettingsForm|TrackingNumbers)[<(]/;

it('keeps what is typed in every form of the admin area', () => {
  const forms = globSync('**/*.tsx', { cwd: admin, exclude: ['**/*.test.tsx'] })
    .map((file) => ({ file, source: readFileSync(path.join(admin, file), 'utf8') }))
    .filter(({ source }) => source.includes('<form'));
  expect(forms.length).toBeGreaterThan(20);
  const forgetful = forms.filter(({ source }) => !keeps.test(source)).map(({ file }) => file);
  expect(forgetful.sort()).toEqual(Object.keys(others).sort());
});

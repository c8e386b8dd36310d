import { expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { previewMails } from './preview-mails.ts';

const preview = previewMails(async () => siteDefaults, 'http://127.0.0.1:3000');

it('lists every mail and shows both parts of each', async () => {
  const list = await (await preview.request('/mails')).text();
  const names = [...list.matchAll(/href="\/dev\/mails\/([\w-]+)"/g)].map(([, name]) => name);
  expect(names).toContain('order-shipped');
  for (const name of names) {
    const page = await (await preview.request(`/mails/${name}`)).text();
    const text = await (await preview.request(`/mails/${name}/text`)).text();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).not.toMatch(/undefined|null|\[object/);
    expect(text).not.toMatch(/undefined|null|\[object|<\w/);
    expect(text).toContain(siteDefaults.email);
  }
  expect((await preview.request('/mails/nothing')).status).toBe(404);
});

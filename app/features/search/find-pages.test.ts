import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import { noOwnersRules } from '#domain/selling-facts.ts';
import { siteDefaults } from '#domain/settings.ts';
import { siteTexts } from '#domain/texts/site-texts.ts';
import { findPages } from './find-pages.ts';

it.each([
  [429, 0],
  [500, 1],
])('finds nothing where the call answers %i, and reports %i failures', async (status, count) => {
  const reported: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(appContext, {
    fetch: async () => Response.json({ message: 'no' }, { status }),
    origin: 'http://shop.example',
    publishableKey: 'sb_publishable_a',
    site: { ...siteDefaults, texts: siteTexts([]) },
    selling: noOwnersRules,
    paymentMethods: [],
    sandbox: true,
    address: '198.51.100.1',
    report: (error) => reported.push(error),
  });
  expect(await findPages(context, 'resin')).toBeNull();
  expect(reported).toHaveLength(count);
});

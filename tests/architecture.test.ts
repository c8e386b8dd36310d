import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findBreaches } from './architecture/find-breaches.ts';
import { lintSources } from './architecture/lint-sources.ts';
import { findNamed, listProviders, readShop } from './architecture/provider-names.ts';
import { readModule, readModules } from './architecture/read-modules.ts';
import { findUnboundedArrays, readSchemaSources } from './architecture/unbounded-arrays.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the walls of the project', () => {
  const modules = readModules(root);

  it('are found on the disk', () => {
    const folders = new Set(modules.map(({ path }) => path.split('/')[0]));
    for (const folder of ['app', 'domain', 'server', 'packages']) {
      expect(readdirSync(join(root, folder))).not.toHaveLength(0);
      expect(folders).toContain(folder);
    }
  });

  it('stand', () => {
    expect(findBreaches(modules, (path) => existsSync(join(root, path)))).toEqual([]);
  });
});

describe('a payment provider', () => {
  const providers = listProviders(root);

  it('is named in its folder and in the registry alone', () => {
    expect(providers.sort()).toEqual(['paypal', 'stripe']);
    expect(findNamed(readShop(root), providers)).toEqual([]);
  });

  it('is found where code names it, not where a comment does', () => {
    const sources = [
      { path: 'server/a.ts', text: `// PayPal\nconst sql = "values ('stripe')";` },
      { path: 'server/b.ts', text: `/** Stripe takes 30 minutes. */\nconst minutes = 30;` },
      { path: 'server/payments/stripe/c.ts', text: `const name = 'stripe';` },
      { path: 'domain/order.ts', text: `const name = 'PayPal Customer', other = 'PayPal';` },
      { path: 'app/routes.ts', text: `const path = 'paypal-success';` },
    ];
    expect(findNamed(sources, providers)).toEqual(['server/a.ts', 'domain/order.ts']);
  });
});

describe('an array that callers send', () => {
  it('has a greatest length, which zod looks at before its elements', () => {
    expect(findUnboundedArrays(readSchemaSources(root))).toEqual([]);
  });

  it('is found without one', () => {
    const text = [
      'const a = z.array(z.string()).min(1).max(2).nullable();',
      'const b = z.array(z.array(z.string())).max(2);',
      'const c = z.object({ list: z.array(z.string()).min(1) });',
      'const d = z.string().array();',
      'const e = z.array(z.string().max(2));',
    ].join('\n');
    const found = [2, 3, 4, 5].map((line) => `domain/a.ts:${line}`);
    expect(findUnboundedArrays([{ path: 'domain/a.ts', text }])).toEqual(found);
  });
});

describe('the linter', () => {
  const sandbox = 'packages/payment-sandbox';
  const files = {
    'package.json': '{ "dependencies": { "hono": "1" }, "devDependencies": { "vitest": "1" } }',
    [`${sandbox}/package.json`]: '{ "devDependencies": { "vitest": "1" } }',
    [`${sandbox}/src/undeclared.ts`]: `import { x } from 'hono/part'; x();`,
    [`${sandbox}/src/undeclared.test.ts`]: `import { x } from 'hono/part'; x();`,
    [`${sandbox}/src/for-tests.ts`]: `import { x } from 'vitest/part'; x();`,
    'server/undeclared.ts': `import { x } from 'postal-mime/part'; x();`,
    'server/for-tests.ts': `const x = await import('vitest'); x.run();`,
    'server/declared.ts': `import { x } from 'hono/part'; import 'node:fs'; x();`,
    'server/declared.test.ts': `import { x } from 'vitest'; x();`,
    'server/cycle.ts': `import { b } from './cycle-2.ts'; export const a = () => b();`,
    'server/cycle-2.ts': `import { a } from './cycle.ts'; export const b = () => a();`,
  };

  it('finds imports that their package.json does not declare, and cycles', async () => {
    const undeclared = 'noUndeclaredDependencies';
    expect(await lintSources(files)).toEqual([
      `${sandbox}/src/for-tests.ts ${undeclared}`,
      `${sandbox}/src/undeclared.test.ts ${undeclared}`,
      `${sandbox}/src/undeclared.ts ${undeclared}`,
      'server/cycle-2.ts noImportCycles',
      'server/cycle.ts noImportCycles',
      `server/for-tests.ts ${undeclared}`,
      `server/undeclared.ts ${undeclared}`,
    ]);
  });
});

/** Each line: a file, its source, and the start of the sentence that must report it. */
const forbidden: [path: string, source: string, breach: string][] = [
  [
    'app/lib/a.ts',
    `import { x } from '#server/x.ts';`,
    'app/lib/a.ts (app/lib) imports server/x.ts',
  ],
  [
    'app/a.ts',
    `import type { X } from '@liv-fit/backend';`,
    'app/a.ts (app) imports packages/backend/src/backend.ts',
  ],
  ['app/a.ts', `const x = await import('#server/x.ts');`, 'app/a.ts (app) imports server/x.ts'],
  ['app/a.ts', `type X = import('#server/x.ts').X;`, 'app/a.ts (app) imports server/x.ts'],
  ['app/a.ts', `import './missing.ts';`, 'app/a.ts imports ./missing.ts, which does not exist'],
  [
    'app/features/cart/a.ts',
    `export { x } from '../checkout/x.ts'; export const y = 1;`,
    'app/features/cart/a.ts (app/features) imports app/features/checkout/x.ts',
  ],
  [
    'app/features/checkout/a.ts',
    `import { x } from '#app/features/cart/cart-lines.tsx';`,
    'app/features/checkout/a.ts (app/features) imports app/features/cart/cart-lines.tsx',
  ],
  [
    'app/lib/a.ts',
    `import { x } from '#app/features/cart/store/cart-store.ts';`,
    'app/lib/a.ts (app/lib) imports app/features/cart/store/cart-store.ts',
  ],
  [
    'app/routes/a.tsx',
    `import { x } from './b.tsx';`,
    'app/routes/a.tsx (app/routes) imports app/routes/b.tsx',
  ],
  [
    'app/features/cart/a.tsx',
    `import { x } from '#app/routes/b.tsx';`,
    'app/features/cart/a.tsx (app/features) imports app/routes/b.tsx',
  ],
  [
    'app/components/ui/a.tsx',
    `import { x } from '#app/features/cart/x.ts';`,
    'app/components/ui/a.tsx (app/components) imports app/features/cart/x.ts',
  ],
  [
    'packages/backend/src/a.ts',
    `import '../../../domain/x.ts';`,
    'packages/backend/src/a.ts (packages) imports domain/x.ts',
  ],
  [
    'packages/backend/src/a.ts',
    `import '../../payment-sandbox/src/app.ts';`,
    'packages/backend/src/a.ts imports ../../payment-sandbox/src/app.ts, past the exports of @liv-fit/payment-sandbox',
  ],
  ['domain/a.ts', `import '#server/x.ts';`, 'domain/a.ts (domain) imports server/x.ts'],
  ['domain/a.ts', `import 'node:fs';`, 'domain/a.ts imports the package node:fs'],
  ['domain/a.ts', `import { it } from 'vitest';`, 'domain/a.ts imports the package vitest'],
  [
    'packages/payment-sandbox/src/a.ts',
    `import '#domain/x.ts';`,
    'packages/payment-sandbox/src/a.ts (packages) imports domain/x.ts',
  ],
  [
    'packages/payment-sandbox/src/a.test.ts',
    `import '#tests/x.ts';`,
    'packages/payment-sandbox/src/a.test.ts (packages) imports tests/x.ts',
  ],
  [
    'server/a.ts',
    `import { x } from '#packages/payment-sandbox/src/app.ts';`,
    'server/a.ts imports #packages/payment-sandbox/src/app.ts, past the exports of @liv-fit/payment-sandbox',
  ],
  [
    'tests/a.ts',
    `import { x } from '../packages/payment-sandbox/src/payment-sandbox.ts';`,
    'tests/a.ts imports ../packages/payment-sandbox/src/payment-sandbox.ts, past the exports of @liv-fit/payment-sandbox',
  ],
  [
    'server/a.ts',
    `import { x } from '@liv-fit/payment-sandbox/src/app.ts';`,
    'server/a.ts imports @liv-fit/payment-sandbox/src/app.ts, which @liv-fit/payment-sandbox does not export',
  ],
  [
    'app/a.ts',
    `import { x } from '@liv-fit/payment-sandbox';`,
    'app/a.ts (app) imports packages/payment-sandbox/src/payment-sandbox.ts (packages)',
  ],
  ['emails/a.ts', `import '#server/x.ts';`, 'emails/a.ts (emails) imports server/x.ts'],
  [
    'server/pages/a.ts',
    `import { x } from '#app/lib/app-context.ts';`,
    'server/pages/a.ts (server) imports app/lib/app-context.ts',
  ],
  ['server/a.ts', `import '#tests/x.ts';`, 'server/a.ts (server) imports tests/x.ts'],
  [
    'server/orders/payment-sync/a.ts',
    `import type { X } from '#server/orders/checkout/x.ts';`,
    'server/orders/payment-sync/a.ts imports server/orders/checkout/x.ts, which lies above it',
  ],
  [
    'server/orders/order-state/a.ts',
    `import { x } from '../payment-sync/x.ts';`,
    'server/orders/order-state/a.ts imports server/orders/payment-sync/x.ts, which lies above it',
  ],
  [
    'server/payments/a.ts',
    `import { x } from '#server/orders/events/x.ts';`,
    'server/payments/a.ts imports server/orders/events/x.ts, which lies above it',
  ],
  ['server/a.ts', `const x = process.env.X;`, 'server/a.ts reads process.env'],
  ['server/a.ts', `const x = process['env'];`, 'server/a.ts reads process.env'],
  ['server/a.ts', `const x = globalThis.process.env;`, 'server/a.ts reads process.env'],
  ['server/a.ts', `const { env } = process;`, 'server/a.ts reads process.env'],
  ['server/a.ts', `import { env } from 'node:process';`, 'server/a.ts reads process.env'],
  ['server/utils/a.ts', `const x = 1;`, 'server/utils/a.ts is named after no noun'],
  ['domain/date-helpers.ts', `const x = 1;`, 'domain/date-helpers.ts is named after no noun'],
  ['server/createApp.ts', `const x = 1;`, 'server/createApp.ts is not in kebab-case'],
  ['server/orders/index.ts', `export * from './x.ts';`, 'server/orders/index.ts is a barrel'],
  ['stuff/a.ts', `const x = 1;`, 'stuff/a.ts lies in no part of the architecture'],
];

describe('a breach is found', () => {
  it.each(forbidden)('%s: %s', (path, source, breach) => {
    const found = findBreaches([readModule(path, source)], (file) => !file.includes('missing'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(breach);
  });

  it('and what is allowed is none', () => {
    const allowed: [string, string][] = [
      ['app/routes/a.tsx', `import { A } from '#app/features/cart/a.tsx'; import './+types/a';`],
      ['app/features/cart/a.ts', `import '../cart/b.ts'; import type { D } from '#supabase/d.ts';`],
      ['app/features/checkout/a.ts', `import '#app/features/cart/store/cart-store.ts';`],
      ['domain/a.ts', `import { z } from 'zod'; import './b.ts';`],
      ['domain/a.ts', `import type { Database } from '#supabase/database.gen.ts';`],
      ['domain/a.test.ts', `import { it } from 'vitest'; import './a.ts';`],
      ['server/a.test.ts', `import '#tests/x.ts'; import '@liv-fit/backend/testing';`],
      ['server/pages/a.ts', `import type { C } from '#app/lib/app-context.ts';`],
      ['server/orders/checkout/a.ts', `import { x } from '../payment-sync/x.ts';`],
      ['server/env.ts', `export const read = () => process.env;`],
      [
        'packages/payment-sandbox/src/main.ts',
        `import './app.ts'; console.log(process.env.PORT, process.argv);`,
      ],
      ['packages/payment-sandbox/src/payment-sandbox.ts', `export { x } from './app.ts';`],
    ];
    const modules = allowed.map(([path, source]) => readModule(path, source));
    expect(findBreaches(modules, () => true)).toEqual([]);
  });
});

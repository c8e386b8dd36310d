import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A payment provider is a folder that contains a service of the same name. */
export function listProviders(root: string): string[] {
  return globSync('server/payments/*/*-service.ts', { cwd: root })
    .map((path) => path.split('/').slice(-2))
    .filter(([folder, file]) => file === `${folder}-service.ts`)
    .map(([folder]) => folder ?? '');
}

/** Other places that may name a provider, each with what exactly is allowed. */
const fixed: Record<string, RegExp> = {
  // The only list of providers.
  'server/payments/registry.ts': /[\s\S]*/,
  // Placeholders of an order and a page's path, both fixed in docs/requirements.md.
  'domain/order.ts': /'(?:PayPal Customer|paypal@checkout\.example|Collected via PayPal)'/g,
  'app/routes.ts': /'paypal-success'/g,
  'server/http/bound-requests.ts': /paypal-success/g,
};

/** The shop's files, other than a provider's own, whose code names a provider; comments may. */
export function findNamed(
  sources: readonly { path: string; text: string }[],
  providers: readonly string[],
): string[] {
  const name = new RegExp(providers.join('|'), 'i');
  return sources
    .filter(({ path }) => !providers.some((each) => path.startsWith(`server/payments/${each}/`)))
    .filter(({ path, text }) => {
      const code = withoutComments(path, text);
      return name.test(fixed[path] ? code.replace(fixed[path], '') : code);
    })
    .map(({ path }) => path);
}

function withoutComments(path: string, text: string): string {
  return parseSync(path, text).comments.reduceRight(
    (code, { start, end }) => code.slice(0, start) + code.slice(end),
    text,
  );
}

export function readShop(root: string): { path: string; text: string }[] {
  return globSync('{app,domain,emails,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

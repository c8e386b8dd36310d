import { LRUCache } from 'lru-cache';
import { matchPath } from 'react-router';

/** Path prefixes that are not pages. */
const others: readonly [prefix: string, template: string][] = [
  ['/rest/v1/rpc/', '/rest/v1/rpc/:function'],
  ['/rest/v1/', '/rest/v1/:table'],
  ['/auth/v1/', '/auth/v1/*'],
  ['/storage/v1/', '/storage/v1/*'],
  ['/webhooks/', '/webhooks/:provider'],
  ['/assets/', '/assets/*'],
  ['/media/', '/media/*'],
  ['/previews/', '/previews/*'],
];

/** Paths that serve as their own template. */
const fixed = [
  '/healthz',
  '/readyz',
  '/config.json',
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/transparency.json',
  '/recalls.json',
  '/.well-known/authenticity-keys.json',
];

/**
 * The route that a path belongs to, never what the visitor typed. This keeps codes and names out of
 * metrics, and the number of routes small.
 */
export function createRouteTemplate(
  functions: readonly string[],
  pages: readonly string[],
): (path: string) => string {
  const known = new Set([...fixed, ...functions.map((name) => `/functions/v1/${name}`)]);
  // `/*` matches everything, `/admin/*` only what is under it.
  const open = (pattern: string) => Number(pattern.endsWith('*'));
  const patterns = pages.toSorted((a, b) => open(a) - open(b) || b.length - a.length);
  const find = (path: string): string => {
    if (known.has(path)) return path;
    if (path.startsWith('/functions/v1/')) return '/functions/v1/:unknown';
    const other = others.find(([prefix]) => path.startsWith(prefix));
    if (other) return other[1];
    // The data that a page reads after it has loaded.
    const page = path.replace(/\.data$/, '').replace(/^\/_root$/, '/');
    return patterns.find((pattern) => matchPath(pattern, page)) ?? '/*';
  };
  const found = new LRUCache<string, string>({
    max: 2_000,
    maxSize: 200_000,
    sizeCalculation: (_template, path) => path.length,
  });
  return (path) => {
    const template = found.get(path) ?? find(path);
    found.set(path, template);
    return template;
  };
}

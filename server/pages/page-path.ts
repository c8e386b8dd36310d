import type { PageHandle } from '#app/lib/page-handle.ts';
import type { StorefrontBuild } from './load-build.ts';

/** The path under which a page is cached; null for what is rendered for each visitor. */
export type PagePath = (address: string) => string | null;

/** React Router's own addresses; their parameters say what is asked for. */
const ofTheRouter = /\.data$|^\/__manifest$/;

/**
 * Pages are cached without the parameters that they do not read, and not at all with those they do:
 * anybody could fill the cache with made-up ones. Throws where a page that reads some has no fixed
 * path.
 */
export function createPagePath(routes: StorefrontBuild['routes']): PagePath {
  const reads = new Map<string, readonly string[]>();
  for (const route of Object.values(routes)) {
    const declared = (route?.module.handle as PageHandle | undefined)?.reads;
    if (!route || !declared) continue;
    if (!route.path || /[:*]/.test(route.path)) {
      throw new Error(`${route.id} reads parameters, so its path has to be fixed.`);
    }
    reads.set(`/${route.path.toLowerCase()}`, declared);
  }
  return (address) => {
    // A request line may also hold a whole address; such a request is rendered, never cached.
    if (!address.startsWith('/')) return null;
    const mark = address.indexOf('?');
    if (mark < 0) return address;
    const path = address.slice(0, mark);
    if (ofTheRouter.test(path)) return null;
    const declared = reads.get(path.replace(/\/+$/, '').toLowerCase());
    if (!declared) return path;
    const given = new URLSearchParams(address.slice(mark));
    return declared.some((name) => given.has(name)) ? null : path;
  };
}

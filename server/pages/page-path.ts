import type { PageHandle } from '#app/lib/page-handle.ts';
import type { StorefrontBuild } from './load-build.ts';

/** The path under which a page is cached; null for pages that are rendered for each visitor. */
export type PagePath = (address: string) => string | null;

/** Far longer than any link of the shop. Paths stay in memory as long as their pages do. */
const maxCachedPathLength = 500;

/** React Router's own paths; their parameters determine the response. */
const ofTheRouter = /\.data$|^\/__manifest$/;

/**
 * Pages are cached without the parameters that they don't read. Throws if a page that reads
 * parameters has no fixed path.
 */
export function createPagePath(routes: StorefrontBuild['routes']): PagePath {
  const reading = new Map<string, PageHandle>();
  for (const route of Object.values(routes)) {
    const handle = route?.module.handle as PageHandle | undefined;
    if (!route || !handle?.reads) continue;
    if (!route.path || /[:*]/.test(route.path)) {
      throw new Error(`${route.id} reads parameters, so its path has to be fixed.`);
    }
    reading.set(`/${route.path.toLowerCase()}`, handle);
  }
  return (address) => {
    // A request line may also contain an absolute URL; such a request is rendered, never cached.
    if (!address.startsWith('/')) return null;
    const mark = address.indexOf('?');
    const path = mark < 0 ? address : address.slice(0, mark);
    if (path.length > maxCachedPathLength) return null;
    if (mark < 0) return path;
    if (ofTheRouter.test(path)) return null;
    const { reads = [], keepsEach } = reading.get(path.replace(/\/+$/, '').toLowerCase()) ?? {};
    if (reads.length === 0) return path;
    const given = new URLSearchParams(address.slice(mark));
    const read = new URLSearchParams();
    for (const name of reads) if (given.has(name)) read.set(name, given.get(name) ?? '');
    if (read.size === 0) return path;
    const kept = `${path}?${read}`;
    return keepsEach && kept.length <= maxCachedPathLength ? kept : null;
  };
}

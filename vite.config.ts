import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';

/**
 * What every page needs, in one chunk: a change to a page then leaves it in the browser's cache. The
 * icons are the header's.
 */
const vendor =
  /node_modules\/((react|react-dom|scheduler|react-router|cookie-es|react-hot-toast)\/|lucide-react\/.*\/icons\/(x|menu|shopping-bag)\.)/;

/**
 * What four or more places share that visitors open, in one chunk in place of twenty: fewer
 * requests, better compression. What only customers and the admin area use stays out of it, and so
 * do single icons, but for the two on every page: all of them come through one module, so each would
 * seem to be everybody's.
 */
const shared =
  /\/(app|domain)\/|node_modules\/(clsx\/|lucide-react\/(?!.*\/icons\/(?!(shopping-bag|x)\.)))/;
const apart =
  /\/app\/(features\/(account|admin|auth|orders)\/|routes\/(account|admin|auth|find-order|orders)\.tsx)/;

/** The entries and lazily loaded modules for visitors that a module is part of. */
function visitorSharers(id: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module) || apart.test(module)) return;
    seen.add(module);
    const info = graph.getModuleInfo(module);
    if (info?.isEntry || info?.dynamicImporters.some((importer) => !apart.test(importer))) {
      found.add(module);
    }
    for (const importer of info?.importers ?? []) visit(importer);
  };
  visit(id);
  return found;
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Found before the first page is asked for, which would otherwise be loaded twice.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'] },
  build: {
    // The content security policy allows no data: fonts or scripts, and files cache better.
    assetsInlineLimit: 0,
  },
  environments: {
    // Of the icons only those that are shown, instead of 1,700 in the server's memory.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor, priority: 2 },
                {
                  debugName: 'shared',
                  name: (id, graph) => (visitorSharers(id, graph).size >= 4 ? 'shared' : null),
                  test: shared,
                  minShareCount: 4,
                  priority: 1,
                },
                // Alone, it would be a file of a few lines for every cart and checkout.
                { name: 'cart-check', test: /\/app\/lib\/cart-(check|catalog)\.ts/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});

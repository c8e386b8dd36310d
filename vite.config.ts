import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** What every page needs, in one chunk: a change to a page then leaves it in the browser's cache. */
const vendor = /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\//;

/** What several pages share, in one chunk in place of twenty: fewer requests, better compression. */
const shared = /\/(app|domain)\/|node_modules\/(clsx|lucide-react)\//;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Found before the first page is asked for, which would otherwise be loaded twice.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'] },
  build: {
    // The content security policy allows no data: fonts or scripts, and files cache better.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor, priority: 2 },
                { name: 'shared', test: shared, minShareCount: 4, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});

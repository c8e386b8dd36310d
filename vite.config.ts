import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * What every page needs, in one chunk: a change to a page then leaves it in the browser's cache.
 */
const vendor = /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\//;

/**
 * What four or more parts of the shop share, in one chunk in place of a dozen: half the requests.
 * Not the forms and tables of the admin area, its library for checking input, nor its words of claims
 * and names of regions, and no overlays, which bring a library and load on demand.
 */
const shared =
  /\/app\/(lib\/|components\/ui\/(?!modal-dialog|side-drawer)|features\/(layout|cart|catalog|content)\/)|\/domain\/(?!order-amounts|find-health-claims|health-claim-words|regions|zod)|node_modules\/clsx\//;

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
                { name: 'shared', test: shared, minShareCount: 4, priority: 1 },
                {
                  name: 'forms',
                  test: /\/app\/components\/forms\/(field-frame|text-field|submit-form)\./,
                  priority: 1,
                },
                {
                  name: 'sign-in-parts',
                  test: /\/app\/(lib\/call-auth|components\/(forms\/new-password-fields|two-step\/second-step))\./,
                  priority: 1,
                },
                {
                  name: 'amounts',
                  test: /\/domain\/order-amounts\.|\/components\/quote\/amount-rows\./,
                  priority: 1,
                },
                {
                  name: 'choices',
                  test: /\/app\/lib\/checkout-choices\.|\/domain\/regions\./,
                  priority: 1,
                },
                // Each file has its name in a list that every page loads.
                {
                  name: 'icons',
                  test: /node_modules\/lucide-react\//,
                  minShareCount: 4,
                  priority: 1,
                },
                {
                  name: 'recall',
                  test: /\/domain\/(batch-passport|recall)\.ts/,
                  priority: 1,
                },
                // On every page too, though fewer parts ask for them.
                {
                  name: 'shared',
                  test: /\/app\/(lib\/(recent-orders|early-clicks)|features\/(checkout\/paid-orders|cart\/notify-added))\.ts/,
                  priority: 1,
                },
                // Alone, they would be files of a few lines for every cart and checkout.
                {
                  name: 'cart-check',
                  test: /\/lib\/read-quote\.ts|\/features\/cart\/store\/(use-cart-check|read-catalog)\.ts|\/components\/(lines\/(?!stock-note|change-list)|delivery-promise|quote\/awaited-amounts)/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
});

import { pictureSources } from './picture-sources.ts';

/** Asks early for the largest thing on the page of an empty cart (`empty-cart.tsx`). */
const picture = JSON.stringify({
  ...{ rel: 'preload', as: 'image', type: 'image/avif', fetchPriority: 'high' },
  imageSrcset: pictureSources('/media/pure-himalayan-shilajit-resin-30g-2-960.webp').avif,
  imageSizes: '(min-width: 48rem) 40rem, 100vw',
});

/**
 * How many lines the cart has, as `--cart-lines`; `data-cart="empty"` where it is known to have none.
 * Who has nothing to pay for, and never had, goes from checkout to the products before anything is
 * shown. The page itself does the same, later.
 */
export const noteCart = `(() => {
  try {
    const { style, dataset } = document.documentElement;
    const read = (key) => JSON.parse(localStorage.getItem(key));
    const owner = read('sb-' + location.hostname.split('.')[0] + '-auth-token')?.user?.id;
    const { length } = read(owner ? 'cart:' + owner : 'cart') ?? (owner ? {} : []);
    if (length === 0) dataset.cart = 'empty';
    if (length) style.setProperty('--cart-lines', length);
    if (location.pathname !== '/checkout') {
      if (length === 0) document.head.append(Object.assign(document.createElement('link'), ${picture}));
      return;
    }
    const { search } = location;
    const stored = (storage, ...keys) => keys.some((key) => storage.getItem(key) !== null);
    const left = stored(sessionStorage, 'checkout-left-here');
    if (owner || length || search || left) return;
    if (stored(localStorage, 'checkout-left') || stored(sessionStorage, 'early-cart-lines')) return;
    sessionStorage.setItem('notice', '{"title":"Cart is empty","variant":"destructive"}');
    location.replace('/products');
  } catch {}
})()`;

/**
 * Scripts for the heads of pages that show what only this browser knows: with what they note at the
 * document's root, styles draw the server's page at once as it will stay. By the routes' ids.
 */
export const headScripts: Readonly<Record<string, string>> = {
  'routes/cart': noteCart,
  'routes/checkout': noteCart,
};

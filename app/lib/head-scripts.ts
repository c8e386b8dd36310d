import { leftCheckoutKey } from './checkout-attempt.ts';
import { linesKey } from './early-clicks.ts';
import { pictureSources } from './picture-sources.ts';
import { sessionStorageKey } from './stored-session.ts';

/** Preloads the largest image on the page of an empty cart (`empty-cart.tsx`). */
const picture = JSON.stringify({
  ...{ rel: 'preload', as: 'image', type: 'image/avif', fetchPriority: 'high' },
  imageSrcset: pictureSources('/media/pure-himalayan-shilajit-resin-30g-2-960.webp').avif,
  imageSizes: '(min-width: 48rem) 40rem, 100vw',
});

const lineHtml = [
  '<li class="cart-line"><span class="cart-line-picture"></span><div class="cart-line-facts">',
  '<div class="cart-line-top"><div class="min-w-0"><p class="font-semibold"></p>',
  '<p class="text-sm text-ink-soft"></p></div><p class="font-semibold tabular-nums"></p></div>',
  '<p class="cart-line-quantity"></p></div></li>',
].join('');

/**
 * Draws the cart page's lines the way `CartLineRow` does, so that they are visible a second before
 * the scripts load and put their own in the same places. Anything unreadable is left to the
 * scripts.
 */
const drawCart = `(lines) => {
  const place = document.getElementById('early-lines');
  const money = (amount) => '$' + amount.toFixed(2);
  const draw = ({ name, weight, price, quantity, image_url }, index) => {
    const template = document.createElement('template');
    template.innerHTML = '${lineHtml}';
    const { content } = template;
    const about = (weight ? weight + ' · ' : '') + money(price) + ' each';
    const words = [name, about, money(price * quantity), quantity];
    content.querySelectorAll('p').forEach((part, at) => { part.textContent = words[at]; });
    const src = image_url
      ?.replace(/^(\\/media\\/[a-z0-9-]+)-\\d+\\.webp$/, '$1-320.avif')
      .replace(/^.*\\/object\\/public\\/(uploads\\/[\\w.-]+)$/, '/storage/v1/render/image/public/$1?width=320&quality=75');
    const look = { alt: '', className: 'size-full object-cover' };
    // The largest thing that is seen first: the scripts wait for it.
    if (index === 0) look.fetchPriority = 'high';
    if (src) content.querySelector('span').append(Object.assign(new Image(), look, { src }));
    return content;
  };
  try {
    place.append(...lines.map(draw));
    document.documentElement.dataset.cart = 'drawn';
  } catch {}
}`;

/**
 * Sets `--cart-lines` to the number of lines in the cart; `data-cart="empty"` if it is known to be
 * empty; `data-returned` at checkout if somebody comes back from a payment service. Visitors who
 * have nothing to pay for, and never had, are redirected from checkout to the products before
 * anything is shown. The page itself does the same, only later.
 *
 * Three keys are repeated here from their own files: those of a feature or a component cannot be
 * imported, and one shared file would exceed what is left of the script budget.
 */
export const cartHeadScript = `(() => {
  try {
    const { style, dataset } = document.documentElement;
    const read = (key) => JSON.parse(localStorage.getItem(key));
    const [host] = location.hostname.split('.');
    const owner = read('${sessionStorageKey("' + host + '")}')?.user?.id;
    const lines = read(owner ? 'cart:' + owner : 'cart') ?? (owner ? {} : []);
    const { length } = lines;
    if (length === 0) dataset.cart = 'empty';
    if (length) style.setProperty('--cart-lines', length);
    if (location.pathname !== '/checkout') {
      if (length === 0) document.head.append(Object.assign(document.createElement('link'), ${picture}));
      if (length) addEventListener('DOMContentLoaded', () => (${drawCart})(lines));
      return;
    }
    const { search } = location;
    const stored = (storage, ...keys) => keys.some((key) => storage.getItem(key) !== null);
    const left = stored(sessionStorage, '${leftCheckoutKey}');
    if (left || /[?&](canceled|declined)\\b/.test(search)) dataset.returned = '';
    if (owner || length || search || left) return;
    if (stored(localStorage, 'checkout-left') || stored(sessionStorage, '${linesKey}')) return;
    sessionStorage.setItem('notice', '{"title":"Cart is empty","variant":"destructive"}');
    location.replace('/products');
  } catch {}
})()`;

/**
 * Head scripts, by route id, for pages that show what only this browser knows. They set attributes
 * on the root element, so that styles can show the server's page in its final state at once.
 */
export const headScripts: Readonly<Record<string, string>> = {
  'routes/cart': cartHeadScript,
  'routes/checkout': cartHeadScript,
};

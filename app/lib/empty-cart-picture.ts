/** What an empty cart shows, and the page's head asks for where the cart is known to be empty. */
export const emptyCartPicture = {
  src: '/media/pure-himalayan-shilajit-resin-30g-2-960.webp',
  sizes: '(min-width: 48rem) 40rem, 100vw',
};

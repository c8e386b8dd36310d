/** By itself, so that a page that only names the brand does not carry every fact of the shop. */
export const brand = 'Liv Fit';

/** By itself, so that a page that only names the brand does not carry every fact of the shop. */
export const brand = 'Liv Fit';

/** What somebody who tries passwords here tries first, besides what is tried everywhere. */
export const guessableWords = [brand, 'Shilajit'];

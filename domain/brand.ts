/**
 * The shop's name until its owner gives it another (`brand` in `domain/settings.ts`), and the only place
 * that says it: everything else asks the settings.
 */
export const brand = 'Liv Fit';

/** What somebody who tries passwords here tries first, besides what is tried everywhere. */
export const guessableWords = [brand, 'Shilajit'];

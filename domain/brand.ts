/**
 * The shop's name until its owner changes it (`brand` in `domain/settings.ts`), and the only place
 * that states it: everything else reads the setting.
 */
export const brand = 'Liv Fit';

/** What an attacker guessing passwords for this shop would try first, besides the usual ones. */
export const guessableWords = [brand, 'Shilajit'];

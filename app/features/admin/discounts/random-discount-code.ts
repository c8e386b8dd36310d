/** Without signs that are easily taken for each other. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Ten signs, some 50 bits: nobody guesses it. */
export function randomDiscountCode(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(10));
  return Array.from(bytes, (value) => letters[value % letters.length]).join('');
}

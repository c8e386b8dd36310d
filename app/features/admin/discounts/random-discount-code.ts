/** Without characters that are easily confused. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Ten characters, about 50 bits: impossible to guess. */
export function randomDiscountCode(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(10));
  return Array.from(bytes, (value) => letters[value % letters.length]).join('');
}

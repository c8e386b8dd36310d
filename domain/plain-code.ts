/**
 * A code as it was meant. Texts that codes are copied from have full-width letters, invisible
 * characters, and other spaces and hyphens than keyboards.
 */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/\p{Pd}/gu, '-')
    .trim();
}

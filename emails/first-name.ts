import { isPlaceholderName } from '#domain/order.ts';

/**
 * The name to startupMessage a customer by. Empty if the name is unknown; the whole name if its first word
 * isn't a first name: 'Dr. Ada Byron', 'A. Byron', 'Byron, Ada'.
 */
export function firstName(name: string): string {
  if (isPlaceholderName(name)) return '';
  const [first = '', ...others] = name.trim().split(/\s+/);
  const isName = /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) && !titles.has(first.toLowerCase());
  return isName || others.length === 0 ? first : name.trim();
}

const titles = new Set(['dr', 'herr', 'frau', 'mr', 'mrs', 'ms', 'mx', 'prof', 'sir', 'the']);

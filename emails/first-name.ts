import { isPlaceholderName } from '#domain/order.ts';

/**
 * What a customer is greeted by; empty while the name is not known, and the whole name where its
 * first word is no name: 'Dr. Ada Byron', 'A. Byron', 'Byron, Ada'.
 */
export function firstName(name: string): string {
  if (isPlaceholderName(name)) return '';
  const [first = '', ...others] = name.trim().split(/\s+/);
  const isName = /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) && !titles.has(first.toLowerCase());
  return isName || others.length === 0 ? first : name.trim();
}

const titles = new Set(['dr', 'herr', 'frau', 'mr', 'mrs', 'ms', 'mx', 'prof', 'sir', 'the']);

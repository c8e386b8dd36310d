/**
 * Lowercase, with every run of characters other than a–z and 0–9 replaced by one hyphen and none at
 * the edges (requirements §5.5). Accented letters become their base letter: "Śilājīt" → "silajit".
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The first of `base`, `base-2`, `base-3` … that is free. */
export function uniqueSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let suffix = 2;
  while (taken.has(`${base}-${suffix}`)) suffix += 1;
  return `${base}-${suffix}`;
}

/**
 * A blog post's slug from its title: lowercase, with everything but letters, digits, spaces and
 * hyphens removed and spaces turned into hyphens (requirements §5.6; differs from product slugs).
 */
export function slugifyTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');
}

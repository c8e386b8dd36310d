const abbreviations: Readonly<Record<string, string>> = {
  ...{ seo: 'SEO', url: 'address', id: 'id', gtin: 'GTIN', sha256: 'SHA-256' },
};

/** A column's name within a sentence: `seo_title` → "SEO title", `image_url` → "image address". */
export function fieldName(column: string): string {
  return column
    .split('_')
    .map((word) => abbreviations[word] ?? word)
    .join(' ');
}

/** The same on its own: `image_url` → "Image address". */
export function fieldLabel(column: string): string {
  return capitalize(fieldName(column));
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { z } from '#domain/zod.ts';

/** A URL that is safe to use in a link, or null. Adds "https://" if it is missing. */
export const webUrl = z
  .string()
  .trim()
  .overwrite((text) => (text && !/^[a-z][a-z0-9+.-]*:/i.test(text) ? `https://${text}` : text))
  .refine(
    (text) => text === '' || isWebAddress(text),
    'Enter an address such as https://a.example.',
  );

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.');
}

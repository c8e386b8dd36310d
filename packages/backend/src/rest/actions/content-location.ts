/** The URL of what was returned, with its parameters in alphabetical order. */
export function contentLocation(target: string, parameters: URLSearchParams): string {
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = sorted.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return `/${encode(target)}${query && `?${query}`}`;
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

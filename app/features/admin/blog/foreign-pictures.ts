/** A picture in pasted content that the shop does not have. */
export interface ForeignPicture {
  /** The placeholder paragraph that stays until the picture arrives, if it ever does. */
  words: string;
  alt: string;
  /** A URL to fetch, or the picture itself; null if only the original document has it. */
  source: string | File | null;
}

/**
 * Paths of the shop's own images; a document's relative `image001.png` would resolve to the
 * editor's folder.
 */
const ownImage = /^\/(media|storage\/v1\/(object|render\/image)\/public\/uploads)\/./;

/**
 * Replaces images from other sites, from the author's disk and inline ones with placeholders,
 * because the shop's CSP blocks them. Returns what the placeholders stand for, in order.
 */
export function replaceForeignPictures(body: HTMLElement): ForeignPicture[] {
  const known = new Set<string>();
  return [...body.querySelectorAll('img')].flatMap((image) => {
    const address = image.getAttribute('src') ?? '';
    const url = URL.parse(address, window.location.href);
    if (url?.origin === window.location.origin && ownImage.test(url.pathname)) {
      // Uploads are stored without the shop's origin, which may change.
      image.setAttribute('src', url.pathname + url.search);
      return [];
    }
    if (isTrackingPixel(image)) {
      image.remove();
      return [];
    }
    const alt = image.alt.trim();
    const words = wordsFor(alt || (address && fileName(url)) || 'no description', known);
    const paragraph = body.ownerDocument.createElement('p');
    paragraph.textContent = words;
    putBetween(paragraph, image);
    return [{ words, alt, source: sourceOf(address, url) }];
  });
}

/** The placeholder for a file that was pasted or dropped on its own. */
export function pictureOfFile(file: File, known: Set<string>): ForeignPicture {
  return { words: wordsFor(file.name || 'pasted image', known), alt: '', source: file };
}

/** Placeholders are unique within a paste, because each one is found by its text. */
function wordsFor(name: string, known: Set<string>): string {
  const short = name.replaceAll(/\s+/g, ' ').slice(0, 100);
  let words = `[Image left out: ${short}]`;
  for (let next = 2; known.has(words); next += 1) words = `[Image left out: ${short} (${next})]`;
  known.add(words);
  return words;
}

/** The placeholders still left in an article's HTML. */
export function remainingPlaceholders(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // A file name may itself contain brackets.
  return body.textContent.match(/\[Image left out: (?:[^[\]]|\[[^[\]]*\])*\]/g) ?? [];
}

/** Replaces an image with a placeholder; text around it is split into two paragraphs. */
function putBetween(words: Element, image: Element): void {
  const holder = image.closest('p, h1, h2, h3, h4, h5, h6');
  if (!holder) {
    image.replaceWith(words);
    return;
  }
  const behind = image.ownerDocument.createRange();
  behind.setStartAfter(image);
  behind.setEndAfter(holder.lastChild ?? image);
  const rest = holder.cloneNode(false) as Element;
  rest.append(behind.extractContents());
  image.remove();
  holder.after(words, rest);
  for (const part of [holder, rest]) {
    if (!part.textContent?.trim() && !part.querySelector('img')) part.remove();
  }
}

const isTrackingPixel = (image: Element): boolean =>
  ['width', 'height'].some((side) => /^[0-2](px)?$/.test(image.getAttribute(side) ?? ''));

function fileName(url: URL | null): string {
  if (!url || !/^(https?|file):$/.test(url.protocol)) return '';
  return /[^/]+$/.exec(url.pathname)?.[0] ?? url.hostname;
}

function sourceOf(address: string, url: URL | null): string | File | null {
  if (url?.protocol === 'data:') return readDataUrl(address);
  if (!url || !/^https?:\/\//i.test(address)) return null;
  if (url.origin === window.location.origin) return null;
  // Nearly every site supports HTTPS, and nothing else is fetched.
  url.protocol = 'https:';
  return url.href;
}

const longestDataUrl = 28_000_000;

function readDataUrl(address: string): File | null {
  const [, type = '', content = ''] =
    /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([\w+/=\s]+)$/.exec(
      address.slice(0, longestDataUrl),
    ) ?? [];
  if (!content || address.length > longestDataUrl) return null;
  try {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return new File([bytes], `image.${type.slice('image/'.length)}`, { type });
  } catch {
    return null;
  }
}

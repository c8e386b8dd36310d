/** A picture that pasted text shows and the shop does not have. */
export interface ForeignPicture {
  /** The paragraph that stands in its place until the picture does, if it ever does. */
  words: string;
  alt: string;
  /** To be fetched from the web, or the picture itself; null: only its document has it. */
  source: string | File | null;
}

/** Where the shop's own images lie; a document's `image001.png` would lie beside the editor. */
const ownImage = /^\/(media|storage\/v1\/(object|render\/image)\/public\/uploads)\/./;

/**
 * Puts words in the place of images of other sites, of the writer's disk and inside the text: the shop's
 * policy shows none. Answers what they stand for, in their order.
 */
export function replaceForeignPictures(body: HTMLElement): ForeignPicture[] {
  const known = new Set<string>();
  return [...body.querySelectorAll('img')].flatMap((image) => {
    const address = image.getAttribute('src') ?? '';
    const url = URL.parse(address, window.location.href);
    if (url?.origin === window.location.origin && ownImage.test(url.pathname)) {
      // Uploads are named without the shop's origin: the shop may move.
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

/** The words for a file that was pasted or dropped by itself. */
export function pictureOfFile(file: File, known: Set<string>): ForeignPicture {
  return { words: wordsFor(file.name || 'pasted image', known), alt: '', source: file };
}

/** No two of one paste say the same: each is found by its words. */
function wordsFor(name: string, known: Set<string>): string {
  const short = name.replaceAll(/\s+/g, ' ').slice(0, 100);
  let words = `[Image left out: ${short}]`;
  for (let next = 2; known.has(words); next += 1) words = `[Image left out: ${short} (${next})]`;
  known.add(words);
  return words;
}

/** The words that still stand in the place of images in an article's HTML. */
export function wordsLeftIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // A file's name may hold brackets itself.
  return body.textContent.match(/\[Image left out: (?:[^[\]]|\[[^[\]]*\])*\]/g) ?? [];
}

/** In the place of an image; what stood around it in a paragraph becomes two. */
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
  // Nearly all of the web answers both ways, and only this one is fetched.
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

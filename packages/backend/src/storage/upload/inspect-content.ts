import { fileTypeFromFile } from 'file-type';
import { type Failure, invalidMimeType, invalidRequest, notOfType, tooLarge } from '../failure.ts';
import { type ImageDecoder, LARGEST_IMAGE } from '../images/image-decoder.ts';
import { findActiveContent } from './find-active-content.ts';
import { essenceOf, matchesMimeType } from './match-mime-type.ts';

/** Formats with a signature: a file declared as one of these must have it. */
const signed = /^(image|video|audio|font)\/|^application\/(pdf|zip|gzip)$/;

/** Browsers show each of these even if it is declared as another one, so they are interchangeable. */
const browserImages: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
]);

/** Names that senders and detectors use for the same type. */
const synonyms: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'application/xml': 'image/svg+xml',
};
const canonical = (mimetype: string) => {
  const essence = essenceOf(mimetype);
  return synonyms[essence] ?? essence;
};

export interface Inspection {
  path: string;
  size: number;
  /** The type that the sender declared. */
  mimetype: string;
  /** The bucket's list, not empty. */
  allowed: readonly string[];
  images: ImageDecoder;
}

/**
 * Checks a file's content for a bucket that accepts only certain types. Returns the content's
 * actual type, which is used for delivery, or why the file is refused.
 */
export async function inspectContent(inspection: Inspection): Promise<string | Failure> {
  const { path, size, mimetype, allowed, images } = inspection;
  const declared = canonical(mimetype);
  const detected = await detect(path);

  // SVG can run scripts, so it is an image only if exactly that type is allowed.
  if (declared === 'image/svg+xml') {
    return allowed.some((entry) => essenceOf(entry) === declared)
      ? mimetype
      : invalidMimeType(mimetype);
  }
  if (!detected) return signed.test(declared) ? notOfType(declared) : mimetype;

  const isSwapped = browserImages.has(declared) && browserImages.has(detected);
  const isSameKind = detected.split('/')[0] === declared.split('/')[0];
  const isAllowed = matchesMimeType(detected, allowed.map(canonical));
  if (!isSwapped && !(isAllowed && (isSameKind || !signed.test(declared)))) {
    return signed.test(declared) && !isSameKind ? notOfType(declared) : invalidMimeType(detected);
  }

  const kind = detected.split('/')[0];
  if (kind !== 'image' && kind !== 'video') return detected;
  if (await findActiveContent(path, size, kind)) {
    return invalidRequest('The file holds something else beside its picture');
  }
  if (kind === 'image' && size > LARGEST_IMAGE) return tooLarge();
  if (browserImages.has(detected)) return (await images.check(path)) ?? detected;
  return detected;
}

async function detect(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  return found ? canonical(found.mime) : null;
}

import { fileTypeFromBuffer } from 'file-type';
import { loadSharp } from '../images/load-sharp.ts';

/** How EXIF, XMP and Photoshop data begin in a JPEG, including the second image that phones append. */
const beginnings = ['Exif\0\0', 'http://ns.adobe.com/xap/1.0/\0', 'Photoshop 3.0\0'];

/**
 * Whether an image contains more than it shows: place, time, camera, comments. False if it isn't an
 * image or was stripped on upload; true if it can't be read.
 */
export async function carriesMetadata(bytes: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type?.mime.startsWith('image/')) return false;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type.mime === 'image/jpeg' && beginnings.some((text) => content.includes(text))) return true;
  const sharp = await loadSharp();
  const found = await sharp(content)
    .metadata()
    .catch(() => null);
  return !found || Boolean(found.exif || found.xmp || found.iptc || found.comments?.length);
}

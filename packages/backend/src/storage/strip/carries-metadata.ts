import { fileTypeFromBuffer } from 'file-type';
import { loadSharp } from '../images/load-sharp.ts';

/** How EXIF and XMP begin in a JPEG, also in the second picture that telephones put behind the first. */
const beginnings = ['Exif\0\0', 'http://ns.adobe.com/xap/1.0/\0', 'Photoshop 3.0\0'];

/**
 * Whether a picture says more than it shows: place, time, camera, comments. False for what is no
 * picture, and for every picture that an upload stripped; true for what cannot be read.
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

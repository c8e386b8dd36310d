/** Why a file is not even uploaded, in words for its owner. */
export class FileRefused extends Error {}

/** The most pixels that every browser can draw; larger photos are scaled down. */
const maxPixels = 4096 * 4096;
const longestSide = 4096;

/** A larger picture that fails to open may just be too much for this device, so the shop tries it. */
const tooMuchForPhones = 8 * 1024 * 1024;

/**
 * Prepares a picture for upload: checked, in a format that browsers can show, and no larger than
 * pages need. Throws {@link FileRefused}.
 */
export async function preparePicture(file: File): Promise<File> {
  const heic = await isHeic(file);
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) {
    if (heic) throw new FileRefused(cannotConvert(file.name));
    if (file.size > tooMuchForPhones) return file;
    throw new FileRefused(
      `${file.name} is damaged: it does not open as a picture. Try another copy of it.`,
    );
  }
  const { width, height } = picture;
  // Scaling down would reduce an animation to its first frame.
  const fits = width * height <= maxPixels || file.type === 'image/gif';
  if (fits && !heic) {
    picture.close();
    return file;
  }
  const scale = fits ? 1 : longestSide / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const drawing = canvas.getContext('2d');
  if (drawing) drawing.imageSmoothingQuality = 'high';
  drawing?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Other formats may be transparent.
  const type = heic || file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const drawn = await toFile(canvas, file.name, type);
  if (drawn) return drawn;
  if (heic) throw new FileRefused(cannotConvert(file.name));
  return file;
}

/** The canvas as a file with the extension for its type; null if this device cannot encode it. */
export async function toFile(
  canvas: HTMLCanvasElement,
  name: string,
  type: 'image/jpeg' | 'image/webp' | 'image/png',
): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (!blob) return null;
  // A browser that cannot encode the type writes PNG.
  const extension = blob.type === 'image/jpeg' ? 'jpg' : blob.type.replace('image/', '');
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${extension}`, { type: blob.type });
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** Checks the first bytes: names and declared types differ between systems. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(4, 64).text();
  if (!head.startsWith('ftyp')) return false;
  const brands = [head.slice(4, 8), ...(head.slice(12).match(/.{4}/gs) ?? [])];
  if (brands.includes('avif') || brands.includes('avis')) return false;
  return brands.some((brand) => heicBrands.has(brand));
}

const cannotConvert = (name: string) =>
  `${name} is a HEIC photograph, which this browser cannot open. Add it with Safari or on the iPhone itself, where it is converted, or save it as JPEG first (on a Mac: Preview, File, Export).`;

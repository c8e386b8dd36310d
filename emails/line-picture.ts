/** The size at which a line's picture is shown; it is loaded at twice that. */
export const pictureSize = 56;

const upload = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/(uploads\/[\w.-]+)$/;

/**
 * A line's picture as an absolute URL, which emails require; null if there is none. Uploads are
 * resized on request; the shop's own pictures come in a small version.
 */
export function linePicture(imageUrl: string | null, origin: string): string | null {
  if (!imageUrl) return null;
  const uploaded = upload.exec(imageUrl)?.[1];
  if (uploaded) {
    const size = pictureSize * 2;
    return `${origin}/storage/v1/render/image/public/${uploaded}?width=${size}&height=${size}&resize=cover&quality=75`;
  }
  if (/^https?:\/\//.test(imageUrl)) return imageUrl;
  if (!/^\/(?!\/)/.test(imageUrl)) return null;
  return origin + imageUrl.replace(/^(\/media\/[a-z0-9-]+)-960\.webp$/, '$1-320.webp');
}

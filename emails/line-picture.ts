/** How large a line's picture is shown; fetched in twice that. */
export const pictureSize = 56;

const upload = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/(uploads\/[\w.-]+)$/;

/**
 * A line's picture for an email, which takes absolute URLs only; null where there is none. Uploads
 * are made in the size asked for, the shop's own pictures exist in a small one.
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

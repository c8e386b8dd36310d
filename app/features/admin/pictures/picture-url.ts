const bucket = '/storage/v1/object/public/uploads/';

/** The URL that the storage client builds, without the shop's origin. */
export function pictureUrl(name: string): string {
  return `${bucket}${encodeURI(name)}`;
}

/** The name in such a URL. */
export function nameInUrl(url: string): string {
  return decodeURI(url.slice(url.indexOf(bucket) + bucket.length));
}

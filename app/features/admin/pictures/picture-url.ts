const bucket = '/storage/v1/object/public/uploads/';

/** As the storage client names it, without the shop's origin. */
export function pictureUrl(name: string): string {
  return `${bucket}${encodeURI(name)}`;
}

/** The name behind such a URL. */
export function nameInUrl(url: string): string {
  return decodeURI(url.slice(url.indexOf(bucket) + bucket.length));
}

/**
 * Where an emailed link leads after confirmation: any page of the site itself, or exactly one of
 * the allowed URLs; otherwise the site's home page. Returns the URL as a browser would parse it, so
 * that `//host` or `/\host` cannot pass for a path.
 */
export function resolveRedirect(
  wanted: string | null,
  siteUrl: string,
  allowed: readonly string[],
): string {
  if (!wanted || !URL.canParse(wanted, siteUrl)) return siteUrl;
  const target = new URL(wanted, siteUrl);
  const site = new URL(siteUrl);
  // The origin of a `blob:` URL is that of the page that created it.
  const isOwnPage =
    target.origin === site.origin &&
    target.protocol === site.protocol &&
    !target.username &&
    !target.password;
  target.hash = '';
  if (isOwnPage) return target.href;
  return allowed.includes(wanted) ? wanted : siteUrl;
}

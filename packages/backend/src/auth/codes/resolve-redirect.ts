/**
 * Where an email's link leads after it was confirmed: any page of the site itself, or exactly one
 * of the allowed addresses; the site's first page otherwise. The answer is the address as a browser
 * would read it, so that `//host` or `/\host` cannot pass for a path.
 */
export function resolveRedirect(
  wanted: string | null,
  siteUrl: string,
  allowed: readonly string[],
): string {
  if (!wanted || !URL.canParse(wanted, siteUrl)) return siteUrl;
  const target = new URL(wanted, siteUrl);
  const site = new URL(siteUrl);
  // A `blob:` address has the origin of the page that made it, too.
  const isOwnPage =
    target.origin === site.origin &&
    target.protocol === site.protocol &&
    !target.username &&
    !target.password;
  target.hash = '';
  if (isOwnPage) return target.href;
  return allowed.includes(wanted) ? wanted : siteUrl;
}

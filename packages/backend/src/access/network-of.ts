import ipaddr from 'ipaddr.js';

/**
 * By what limits count a visitor: an IPv4 address itself, of IPv6 the network of 64 bits, because
 * every subscriber has at least that many addresses to choose from. An IPv4 address in the dress of
 * IPv6 is the same visitor. What is not an address is used as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)}/64`;
}

/**
 * The network around a visitor's own, which one subscriber may have as a whole: 256 addresses of IPv4
 * (/24), of IPv6 what a site is given (/48). `address` may be what `networkOf` gives.
 */
export function rangeOf(address: string): string {
  const own = address.replace(/\/64$/, '');
  if (!ipaddr.isValid(own)) return address;
  const parsed = ipaddr.process(own);
  const text = parsed.toNormalizedString();
  return parsed instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/48`)}/48`
    : `${ipaddr.IPv4.networkAddressFromCIDR(`${text}/24`)}/24`;
}

/** Whose request it is, for fair turns; null where no server in front established an address. */
export function callerOf(headers: Headers): string | null {
  const [address = ''] = (headers.get('x-forwarded-for') ?? '').split(',');
  return address.trim() === '' ? null : networkOf(address.trim());
}

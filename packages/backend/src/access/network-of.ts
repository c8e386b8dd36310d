import ipaddr from 'ipaddr.js';

/**
 * What limits count as one visitor: an IPv4 address, or the /64 network of an IPv6 address, because
 * every subscriber gets at least that many addresses. An IPv4-mapped IPv6 address is the same
 * visitor as its IPv4 address. Anything that isn't an address is used as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)}/64`;
}

/**
 * The range around a visitor's network that a single subscriber may control: 256 IPv4 addresses
 * (/24), or an IPv6 site (/48). `address` may be the result of `networkOf`.
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

/** The caller that fair scheduling counts the request for; null if no server in front set an address. */
export function callerOf(headers: Headers): string | null {
  const [address = ''] = (headers.get('x-forwarded-for') ?? '').split(',');
  return address.trim() === '' ? null : networkOf(address.trim());
}

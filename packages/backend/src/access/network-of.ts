import ipaddr from 'ipaddr.js';

/**
 * By what limits count a visitor: an IPv4 address itself, of IPv6 the network of 64 bits, because
 * every subscriber has at least that many addresses to choose from. An IPv4 address in the dress of
 * IPv6 is the same visitor. What is no address is taken as it stands.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)}/64`;
}

/** Whose request it is, for fair turns; null where no server in front established an address. */
export function callerOf(headers: Headers): string | null {
  const [address = ''] = (headers.get('x-forwarded-for') ?? '').split(',');
  return address.trim() === '' ? null : networkOf(address.trim());
}

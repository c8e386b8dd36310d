import ipaddr from 'ipaddr.js';

/** Azure's own services for a machine, at an address that counts as public. */
const servicesOfHosts = new Set(['168.63.129.16']);

/** Every address of the Internet that was given out so far; the rest of IPv6 has other uses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public Internet: no private network, this machine, link, metadata
 * service of a host, nor an IPv6 address that stands for an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || servicesOfHosts.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

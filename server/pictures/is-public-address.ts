import ipaddr from 'ipaddr.js';

/** Azure's internal services for a virtual machine, at an address that counts as public. */
const servicesOfHosts = new Set(['168.63.129.16']);

/** All global IPv6 addresses assigned so far; the rest of IPv6 has other uses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public Internet: not a private network, this machine, link-local,
 * a cloud metadata service, or an IPv6 address that embeds an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || servicesOfHosts.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

import { BlockList, isIP } from 'node:net';

/**
 * Whose word to trust about a visitor's address (TRUST_PROXY): '' for nobody's; a number of proxies
 * in front; or a comma-separated list of proxy addresses and subnets ("10.0.0.0/8, ::1"). Throws
 * RangeError for anything else.
 */
export function createAddressReader(trustProxy: string): AddressReader {
  const trusts = readTrust(trustProxy.trim());
  return (socketAddress, forwardedFor) => {
    const chain = (forwardedFor ?? '').split(',').map(bareAddress).filter(Boolean).reverse();
    let address = bareAddress(socketAddress ?? '');
    for (const [hop, claimed] of chain.entries()) {
      if (!trusts(address, hop) || isIP(claimed) === 0) break;
      address = claimed;
    }
    return address || '0.0.0.0';
  };
}

/** Takes the socket's address and the X-Forwarded-For header; returns the visitor's address. */
export type AddressReader = (socketAddress: string | undefined, forwardedFor?: string) => string;

function readTrust(trustProxy: string): (address: string, hop: number) => boolean {
  if (trustProxy === '') return () => false;
  if (/^\d{1,2}$/.test(trustProxy)) return (_address, hop) => hop < Number(trustProxy);
  const proxies = new BlockList();
  for (const entry of trustProxy.split(',').map((part) => part.trim())) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    if (isIP(address) === 0 || !(Number(prefix ?? 0) <= longest)) {
      throw new RangeError(`TRUST_PROXY: not an address: ${entry}`);
    }
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  return (address) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Some proxies append the visitor's port to the address. */
const withPort = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/i;

function bareAddress(text: string): string {
  const [whole, inBrackets, beforePort] = withPort.exec(text.trim()) ?? [text.trim()];
  return (inBrackets ?? beforePort ?? whole).replace(/^::ffff:(?=\d+\.)/, '');
}

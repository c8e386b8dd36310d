import { hostname, networkInterfaces } from 'node:os';
import { isLoopbackAddress } from '#server/env.ts';

export interface Listening {
  /** An origin at which the server can be reached. */
  origin: string;
  /** The same, from this machine itself. */
  localOrigin: string;
  /** Host names, as written in URLs, by which the network can reach it; none on loopback. */
  hosts: ReadonlySet<string>;
}

const everywhere = new Set(['0.0.0.0', '::']);

/** The addresses at which a server can be reached, given the one it listens on. */
export function describeListening(host: string, port: number): Listening {
  const at = (name: string) => `http://${inUrl(name)}:${port}`;
  if (isLoopbackAddress(host)) return { origin: at(host), localOrigin: at(host), hosts: new Set() };
  if (!everywhere.has(host)) {
    return { origin: at(host), localOrigin: at(host), hosts: new Set([inUrl(host)]) };
  }
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && !address.address.startsWith('fe80:'));
  const first = outside.find((address) => address.family === 'IPv4') ?? outside[0];
  return {
    origin: at(first?.address ?? '127.0.0.1'),
    localOrigin: at('127.0.0.1'),
    hosts: new Set([...outside.map(({ address }) => inUrl(address)), hostname().toLowerCase()]),
  };
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

import { type Config, isLoopbackSite, whatIsSimulated } from '#server/env.ts';
import { findFree } from '#server/http/open-listeners.ts';
import { ConfigError } from '#server/variables.ts';

/**
 * Throws {@link ConfigError}, naming the variable, if a port that the shop needs isn't available.
 */
export async function requireFreePorts(config: Config): Promise<void> {
  const { port, host, metrics } = config;
  const hasSandbox = port !== 0 && isLoopbackSite(config) && whatIsSimulated(config).length > 0;
  const wanted = [
    { name: 'PORT', hostName: 'HOST', port, host, what: '' },
    ...(hasSandbox
      ? [
          {
            name: 'PORT',
            hostName: 'HOST',
            port: port + 1,
            host,
            what: ', which the sandbox needs,',
          },
        ]
      : []),
    ...(metrics.port === null
      ? []
      : [
          {
            name: 'METRICS_PORT',
            hostName: 'METRICS_HOST',
            ...metrics,
            port: metrics.port,
            what: '',
          },
        ]),
  ];
  const taken = new Map<number, string>();
  for (const { name, hostName, port: number, host: address, what } of wanted) {
    const by = number === 0 ? undefined : taken.get(number);
    if (by) throw new ConfigError(`${name}: ${number} is the port of ${by} already`);
    taken.set(number, what ? 'the sandbox' : name);
    await findFree(number, address).catch(({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL') {
        throw new ConfigError(`${hostName}: ${address} is no address of this machine`);
      }
      if (code === 'EACCES') {
        throw new ConfigError(`${name}: this user may not listen on ${number}`);
      }
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${message})`;
      throw new ConfigError(`${name}: ${number}${what} ${why}`);
    });
  }
}

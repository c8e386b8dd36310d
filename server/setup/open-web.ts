import { listen, type ShopServer } from '#server/http/http-server.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import { createSiteOrigin, type SiteOrigin } from '#server/http/site-origin.ts';
import type { Startup } from './startup.ts';

export interface Web extends ShopServer {
  siteOrigin: SiteOrigin;
}

/** Binds the port and determines the origin under which the shop answers. */
export async function openWeb({ config, shared, onClose }: Startup): Promise<Web> {
  // Behind a proxy, all visitors connect from the same few addresses.
  const sharesConnections = config.rateLimits && !config.trustProxy;
  const sharesPort = shared !== null;
  const server = await listen(config.port, config.host, { sharesConnections, sharesPort });
  onClose(() => server.close(0));
  const listening = describeListening(config.host, server.port);
  return { ...server, siteOrigin: createSiteOrigin(config.siteUrl, listening) };
}

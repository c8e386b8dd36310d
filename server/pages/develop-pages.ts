import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { StorefrontBuild } from './load-build.ts';

export interface DevelopmentBuild {
  build: () => Promise<StorefrontBuild>;
  /** Vite's own paths: modules, hot reload, files in public/. Calls `next` for all others. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

/** The storefront compiled on demand, with hot reload over the shop's own port. */
export async function openDevelopmentPages(
  root: string,
  server: Server,
): Promise<DevelopmentBuild> {
  const { createServer } = await import('vite');
  const listening = process.listeners('SIGTERM');
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  // Vite would exit the process itself, before the database is closed.
  for (const listener of process.listeners('SIGTERM')) {
    if (!listening.includes(listener)) process.off('SIGTERM', listener);
  }
  return {
    build: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as Promise<StorefrontBuild>,
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}

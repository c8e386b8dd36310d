import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { AppContextValues } from '#app/lib/app-context.ts';

/** The storefront as React Router built it, with our own export of `entry.server.tsx`. */
export type StorefrontBuild = ServerBuild & {
  entry: {
    module: {
      createAppContext(values: AppContextValues): RouterContextProvider;
    };
  };
};

/** The build on disk. Throws with a way out when there is none. */
export async function loadBuild(file: string): Promise<StorefrontBuild> {
  if (!existsSync(file)) throw new Error('The storefront is not built yet: run "npm run build".');
  return (await import(pathToFileURL(file).href)) as StorefrontBuild;
}

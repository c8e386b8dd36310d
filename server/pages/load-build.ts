import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { AppContextValues } from '#app/lib/app-context.ts';

/** The storefront as built by React Router, with our own export of `entry.server.tsx`. */
export type StorefrontBuild = ServerBuild & {
  entry: {
    module: {
      createAppContext(values: AppContextValues): RouterContextProvider;
    };
  };
};

/** Loads the build from disk. If there is none, throws an error that says what to do. */
export async function loadBuild(file: string): Promise<StorefrontBuild> {
  if (!existsSync(file)) throw new Error('The storefront is not built yet: run "npm run build".');
  return (await import(pathToFileURL(file).href)) as StorefrontBuild;
}

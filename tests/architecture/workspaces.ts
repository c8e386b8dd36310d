import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package in this repository. */
export interface Workspace {
  name: string;
  /** Relative to the project's root. */
  folder: string;
  /**
   * Maps what follows the name in an import (`.`, `./x`) to the file, relative to the project's
   * root.
   */
  exports: ReadonlyMap<string, string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

function readWorkspace(manifest: string): Workspace {
  const folder = dirname(manifest).replaceAll('\\', '/');
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
  return {
    name,
    folder,
    exports: new Map(
      Object.entries(exports as Record<string, string>).map(([subpath, file]) => [
        subpath,
        posix.join(folder, file),
      ]),
    ),
  };
}

const shop = readWorkspace('package.json');
export const packages = globSync('packages/*/package.json', { cwd: root }).map(readWorkspace);

/** The package a file belongs to. */
export function workspaceOf(path: string): Workspace {
  return packages.find(({ folder }) => path.startsWith(`${folder}/`)) ?? shop;
}

/** The package that an import refers to by name. */
export function packageNamed(specifier: string): Workspace | undefined {
  return packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
}

/** The file that such an import resolves to, or null if the package does not export it. */
export function resolveExport(specifier: string): string | null {
  const target = packageNamed(specifier);
  return target?.exports.get(`.${specifier.slice(target.name.length)}`) ?? null;
}

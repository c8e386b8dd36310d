import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package of this repository. */
export interface Workspace {
  name: string;
  /** Relative to the project's root. */
  folder: string;
  /** By what follows the name in an import (`.`, `./x`): the file, relative to the project's root. */
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

/** The package that a file belongs to. */
export function workspaceOf(path: string): Workspace {
  return packages.find(({ folder }) => path.startsWith(`${folder}/`)) ?? shop;
}

/** The package that an import by name means. */
export function packageNamed(specifier: string): Workspace | undefined {
  return packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
}

/** The file that such an import means, or null where the package exports none for it. */
export function resolveExport(specifier: string): string | null {
  const target = packageNamed(specifier);
  return target?.exports.get(`.${specifier.slice(target.name.length)}`) ?? null;
}

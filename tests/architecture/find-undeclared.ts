import { isBuiltin } from 'node:module';
import type { Module } from './read-modules.ts';
import { shop, workspaceOf } from './workspaces.ts';

/** Of the shop, what runs in production; the rest are tests and tools. */
const product = /^(app|domain|emails|server)\/|^packages\/[^/]+\/src\//;
const testing = /\.test\.tsx?$|-harness\.ts$|\/(fixtures|protocol|testing)\//;

/** Every import of a package that the importing file's own package.json does not declare. */
export function findUndeclared(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, imports }) => {
    const owner = workspaceOf(path);
    const mayBeForDevelopment = !product.test(path) || testing.test(path);
    return imports.flatMap(({ specifier, typeOnly }) => {
      const name = packageOf(specifier);
      if (!name || owner.dependencies.has(name)) return [];
      if ((mayBeForDevelopment || typeOnly) && owner.devDependencies.has(name)) return [];
      return [
        `${path} imports ${name}, which ${owner === shop ? '' : `${owner.folder}/`}package.json does not declare`,
      ];
    });
  });
}

function packageOf(specifier: string): string | null {
  if (/^[.#/]|^virtual:/.test(specifier) || isBuiltin(specifier)) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

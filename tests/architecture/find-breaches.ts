import type { Import, Module } from './read-modules.ts';
import { type Area, areaOf, environmentReaders, floors, packagesOfDomain, walls } from './walls.ts';
import { packageNamed, packages, workspaceOf } from './workspaces.ts';

/**
 * Every place where a module imports across a wall, as one plain sentence each. `exists` tells
 * whether a file exists, so that a path to nowhere cannot get around a wall.
 */
export function findBreaches(
  modules: readonly Module[],
  exists: (path: string) => boolean,
): string[] {
  return modules.flatMap((module) => [
    ...misnamed(module),
    ...misplaced(module),
    ...environment(module),
    ...module.imports.flatMap((each) => overTheWall(module, each, exists)),
  ]);
}

const vague = /(^|[/.-])(utils?|helpers?|misc|common)([/.-]|$)/;

function misnamed({ path, isBarrel }: Module): string[] {
  const breaches: string[] = [];
  if (vague.test(path)) breaches.push(`${path} is named after no noun of the shop`);
  if (path !== path.toLowerCase()) breaches.push(`${path} is not in kebab-case`);
  const isInterface = packages.some(({ exports }) => [...exports.values()].includes(path));
  if (isBarrel && !isInterface)
    breaches.push(`${path} is a barrel: it only hands on what others export`);
  return breaches;
}

function misplaced({ path }: Module): string[] {
  return areaOf(path) ? [] : [`${path} lies in no part of the architecture`];
}

function environment({ path, readsEnvironment }: Module): string[] {
  if (!readsEnvironment || environmentReaders.some((allowed) => allowed.test(path))) return [];
  return [`${path} reads process.env`];
}

function overTheWall(
  { path }: Module,
  { specifier, typeOnly, file }: Import,
  exists: (path: string) => boolean,
): string[] {
  const from = areaOf(path);
  if (!from) return [];
  const isTest = /\.test\.tsx?$/.test(path);
  if (file === null) {
    const closed = packageNamed(specifier);
    if (closed) return [`${path} imports ${specifier}, which ${closed.name} does not export`];
    const allowed = isTest ? [...packagesOfDomain, 'vitest', 'fast-check'] : packagesOfDomain;
    if (from.name !== 'domain' || allowed.includes(specifier)) return [];
    return [`${path} imports the package ${specifier}: the domain is pure`];
  }
  if (!exists(file)) return [`${path} imports ${specifier}, which does not exist`];
  const target = workspaceOf(file);
  const isByName = !/^[.#]/.test(specifier);
  if (packages.includes(target) && target !== workspaceOf(path) && !isByName) {
    return [`${path} imports ${specifier}, past the exports of ${target.name}`];
  }
  if (isAbove(file, path) && !isTest) return [`${path} imports ${file}, which lies above it`];
  const to = areaOf(file);
  if (to && mayImport(from, to, { isTest, typeOnly, path, file })) return [];
  return [`${path} (${from.name}) imports ${file} (${to?.name ?? 'no part'})`];
}

function isAbove(file: string, path: string): boolean {
  const floor = floors.findIndex((each) => each.test(path));
  return floor !== -1 && floors.findIndex((each) => each.test(file)) > floor;
}

function mayImport(
  from: Area,
  to: Area,
  {
    isTest,
    typeOnly,
    path,
    file,
  }: { isTest: boolean; typeOnly: boolean; path: string; file: string },
): boolean {
  if (isTest && to.name === 'tests' && from.name !== 'packages') return true;
  if (typeOnly && walls.contracts.some((each) => each.from.test(path) && each.to === file)) {
    return true;
  }
  // Siblings of one kind, such as two features, must not import each other.
  if (from.name === to.name) {
    return from.part === to.part || walls.offered.some((offered) => offered.test(file));
  }
  return walls.mayImport[from.name].includes(to.name);
}

import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { resolveExport } from './workspaces.ts';

/** One source file, as the walls see it. Paths are relative to the project's root and use `/`. */
export interface Module {
  path: string;
  /** Everything it imports: statically, lazily, as a re-export, or as a type. */
  imports: Import[];
  readsEnvironment: boolean;
  /** Declares nothing itself and only re-exports. */
  isBarrel: boolean;
}

export interface Import {
  specifier: string;
  typeOnly: boolean;
  /** The project file it resolves to, or null for a package or one of Node's modules. */
  file: string | null;
}

const notSources = ['node_modules', 'build', 'dist', 'data', 'public', 'test-results'];

/** Every TypeScript file on disk, whether or not git or the bundler knows it. */
function listSources(root: string): string[] {
  return globSync('**/*.{ts,tsx,mts,js,jsx,mjs}', {
    cwd: root,
    exclude: (name) => notSources.includes(name) || name.startsWith('.'),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.gen.ts') && !path.endsWith('.d.ts'))
    .sort();
}

export function readModules(root: string): Module[] {
  return listSources(root).map((path) => readModule(path, readFileSync(join(root, path), 'utf8')));
}

/** Throws if the parser finds a syntax error. */
export function readModule(path: string, source: string): Module {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  let readsEnvironment = false;

  const note = (specifier: string, typeOnly: boolean) => {
    // React Router writes the types of its routes to a separate folder.
    if (specifier.startsWith('./+types/')) return;
    imports.push({ specifier, typeOnly, file: resolveFile(path, specifier) });
  };
  new Visitor({
    ImportDeclaration({ source: { value }, importKind, specifiers }) {
      note(value, importKind === 'type');
      const names = specifiers.map((each) => ('imported' in each ? nameOf(each.imported) : ''));
      if (isProcess(value) && names.includes('env')) readsEnvironment = true;
    },
    ExportNamedDeclaration({ source: from, exportKind }) {
      if (from) note(from.value, exportKind === 'type');
    },
    ExportAllDeclaration({ source: from, exportKind }) {
      note(from.value, exportKind === 'type');
    },
    ImportExpression({ source: from }) {
      if (from.type === 'Literal' && typeof from.value === 'string') note(from.value, false);
    },
    TSImportType({ source: from }) {
      note(from.value, true);
    },
    MemberExpression({ object, property }) {
      if (!isProcessObject(object)) return;
      if (nameOf(property) === 'env') readsEnvironment = true;
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || !init || !isProcessObject(init)) return;
      readsEnvironment ||= id.properties.some(
        (property) => property.type === 'Property' && nameOf(property.key) === 'env',
      );
    },
  }).visit(program);

  return { path, imports, readsEnvironment, isBarrel: isBarrel(program) };
}

/** Resolves package.json's import map (`#*` is the root), relative paths and our packages' names. */
function resolveFile(importer: string, specifier: string): string | null {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('#')) return path.slice(1);
  if (path.startsWith('.')) return posix.join(posix.dirname(importer), path);
  return resolveExport(path);
}

const isProcess = (specifier: string) => specifier === 'process' || specifier === 'node:process';

function isProcessObject(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return node.name === 'process';
  if (node.type !== 'MemberExpression') return false;
  return nameOf(node.property) === 'process' && nameOf(node.object) === 'globalThis';
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

function isBarrel({ body }: ESTree.Program): boolean {
  const handsOn = (statement: ESTree.Node) =>
    statement.type === 'ExportAllDeclaration' ||
    (statement.type === 'ExportNamedDeclaration' && statement.source !== null);
  return body.length > 0 && body.every(handsOn);
}

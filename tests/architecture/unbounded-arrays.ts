import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** The schemas in these folders read what callers send. */
const folders = [
  ...['domain', 'server/api', 'server/functions'],
  ...['packages/backend/src/auth', 'packages/backend/src/storage'],
];

/** Here the input comes from elsewhere: project configuration and services that are called. */
const notSent = [
  'packages/backend/src/auth/identities/github.ts',
  'packages/backend/src/auth/limits/captcha.ts',
];

export function readSchemaSources(root: string): { path: string; text: string }[] {
  return globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root })
    .filter((path) => !/\.test\.ts$/.test(path) && !notSent.includes(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** `path:line` of every array in a schema without a maximum length. */
export function findUnboundedArrays(sources: readonly { path: string; text: string }[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const arrays = new Set<number>();
    const bounded = new Set<number>();
    new Visitor({
      CallExpression(call) {
        if (methodOf(call) === 'array') arrays.add(call.end);
        if (['max', 'length'].includes(methodOf(call) ?? '')) {
          const array = arrayIn(call);
          if (array) bounded.add(array.end);
        }
      },
    }).visit(parseSync(path, text).program);
    return [...arrays]
      .filter((end) => !bounded.has(end))
      .map((end) => `${path}:${text.slice(0, end).split('\n').length}`);
  });
}

/** Finds the `z.array(…)` at the start of `z.array(…).min(1).max(2)`. */
function arrayIn(call: ESTree.CallExpression): ESTree.CallExpression | null {
  if (methodOf(call) === 'array') return call;
  const { callee } = call;
  const before = callee.type === 'MemberExpression' ? callee.object : null;
  return before?.type === 'CallExpression' ? arrayIn(before) : null;
}

function methodOf({ callee }: ESTree.CallExpression): string | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  return callee.property.name;
}

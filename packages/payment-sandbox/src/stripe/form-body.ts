export type FormValue = string | FormValue[] | FormObject;
export interface FormObject {
  [key: string]: FormValue;
}

const MAX_DEPTH = 10;
const MAX_PAIRS = 5_000;

/**
 * Parses Stripe's bracketed form encoding: `a[b][0][c]=1` is `{ a: { b: [{ c: '1' }] } }`, `a[]=1`
 * appends. Works for both bodies and query strings. Every value stays a string. Objects have no
 * prototype, so `__proto__` is a key like any other.
 */
export function parseForm(encoded: string): FormObject {
  const root = emptyObject();
  let pairs = 0;
  for (const [key, value] of new URLSearchParams(encoded)) {
    pairs += 1;
    if (pairs > MAX_PAIRS) break;
    assign(root, segmentsOf(key), value);
  }
  return listsFromIndexes(root) as FormObject;
}

function segmentsOf(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (match?.[1] === undefined) return [key];
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '');
  return inner.length < MAX_DEPTH ? [match[1], ...inner] : [key];
}

function assign(root: FormObject, segments: string[], value: string): void {
  let node = root;
  segments.forEach((segment, position) => {
    const key = segment === '' ? String(Object.keys(node).length) : segment;
    if (position === segments.length - 1) {
      node[key] = value;
      return;
    }
    const child = node[key];
    if (typeof child === 'object' && !Array.isArray(child)) {
      node = child;
      return;
    }
    const created = emptyObject();
    node[key] = created;
    node = created;
  });
}

function listsFromIndexes(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index));
  if (isList) return keys.map((key) => listsFromIndexes(value[key] ?? ''));
  for (const key of keys) value[key] = listsFromIndexes(value[key] ?? '');
  return value;
}

function emptyObject(): FormObject {
  return Object.create(null) as FormObject;
}

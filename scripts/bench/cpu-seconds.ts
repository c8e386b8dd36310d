import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds of a process and all its children, including exited ones (Linux). */
export function cpuSeconds(pid: number): number {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? readFields(Number(name)) : null;
    if (!fields) continue;
    const siblings = parents.get(fields.parent) ?? [];
    parents.set(fields.parent, [...siblings, Number(name)]);
  }
  const sum = (each: number): number =>
    (readFields(each)?.seconds ?? 0) +
    (parents.get(each) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(pid);
}

export function parentOf(pid: number): number {
  return readFields(pid)?.parent ?? 0;
}

/** Clock ticks per second, as Linux reports them to programs. */
const ticks = 100;

/** Null once the process has exited. */
function readFields(pid: number): { parent: number; seconds: number } | null {
  try {
    // After the name in parentheses, which may hold anything: state, parent, … (proc_pid_stat(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const spent = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { parent: Number(fields[1]), seconds: spent / ticks };
  } catch {
    return null;
  }
}

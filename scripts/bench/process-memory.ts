import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB (Linux), or NaN if the system does not report it. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

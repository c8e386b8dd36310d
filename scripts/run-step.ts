import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

export interface StepResult {
  name: string;
  passed: boolean;
  seconds: number;
}

/** Runs one tool. Shows its output as it comes, or only on failure if `quiet`. */
export function runStep(
  name: string,
  command: readonly string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<StepResult> {
  const [file = '', ...args] = command;
  const began = performance.now();
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    const finish = (passed: boolean) => {
      const seconds = (performance.now() - began) / 1000;
      console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
      if (!passed && output) console.log(output);
      resolve({ name, passed, seconds });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('exit', (code) => finish(code === 0));
  });
}

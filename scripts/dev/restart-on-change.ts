import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';

export interface Watched {
  root: string;
  /** Below the root; watched recursively. */
  folders: readonly string[];
  /** Arguments for `node`. */
  args: readonly string[];
  say: (line: string) => void;
}

export interface Supervised {
  /** Stops the process and returns its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Editors write a file in several steps, and a checkout writes many files. */
const settleMs = 150;

/** Files that no running server reads. */
const irrelevant = /\.test\.tsx?$|(^|\/)\.|~$|\.sw[a-z]$/;

/**
 * Keeps a Node process running and restarts it when a file changes. If it exits by itself, it is
 * restarted at the next change. Node's own `--watch` only knows imported files, not migrations.
 */
export function restartOnChange({ root, folders, args, say }: Watched): Supervised {
  let child: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    const started = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child = started;
    ended = once(started, 'exit').then(([code]) => {
      if (child === started) child = null;
      if (!stopping && code !== 0 && code !== null) say('Stopped. A changed file starts it again.');
    });
  }

  let restarting = Promise.resolve();
  function restart(file: string): void {
    restarting = restarting.then(async () => {
      if (stopping) return;
      say(`${file} changed: starting again.`);
      child?.kill('SIGTERM');
      await ended;
      if (!stopping) start();
    });
  }

  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || irrelevant.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(restart, settleMs, path.join(folder, name));
    }),
  );
  start();
  return {
    async stop(signal) {
      stopping = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      const last = child;
      last?.kill(signal);
      await ended;
      return last?.exitCode ?? 0;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Balancer {
  origin: string;
  stop(): Promise<void>;
}

/** Milliseconds between two checks of a replica's `/readyz`. */
export const healthInterval = 500;

/** Caddy in front of replicas on these ports, set up as in docs/operating.md. */
export async function startBalancer(
  folder: string,
  port: number,
  replicas: readonly number[],
): Promise<Balancer> {
  const file = path.join(folder, 'Caddyfile');
  await writeFile(
    file,
    `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy ${replicas.map((each) => `127.0.0.1:${each}`).join(' ')} {
    health_uri /readyz
    health_interval ${healthInterval}ms
    lb_policy round_robin
    lb_try_duration 5s
  }
}
`,
  );
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while ((await fetch(origin).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('Caddy ended');
    await sleep(100);
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

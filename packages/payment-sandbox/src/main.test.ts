import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkout } from './fixtures/start-sandbox.ts';

const main = new URL('./main.ts', import.meta.url).pathname;

interface Ready {
  type: 'ready';
  httpPort: number;
  smtpPort: number;
}

function spawnSandbox(env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { SANDBOX_PORT: '0', ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function ready(child: ChildProcess): Promise<Ready> {
  const [message] = await once(child, 'message');
  return message as Ready;
}

async function stderrOf(child: ChildProcess): Promise<string> {
  return child.stderr ? text(child.stderr) : '';
}

describe('the sandbox process', () => {
  it('says when it is ready and exits with its parent', async () => {
    const child = spawnSandbox();
    const { httpPort, smtpPort } = await ready(child);
    expect(smtpPort).toBeGreaterThan(0);
    const health = await fetch(`http://127.0.0.1:${httpPort}/healthz`);
    expect(await health.json()).toEqual({ status: 'ok' });
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'saves on %s and has everything again',
    async (signal) => {
      const directory = mkdtempSync(join(tmpdir(), 'sandbox-'));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const first = spawnSandbox({ SANDBOX_DATA_DIR: directory });
      const before = sdk(await ready(first));
      const session = await before.checkout.sessions.create(checkout());
      first.kill(signal);
      expect(await once(first, 'exit')).toEqual([0, null]);

      const second = spawnSandbox({ SANDBOX_DATA_DIR: directory });
      const after = sdk(await ready(second));
      expect(await after.checkout.sessions.retrieve(session.id)).toMatchObject({
        amount_total: 5_998,
      });
    },
  );

  it('refuses settings that do not fit, naming them', async () => {
    const child = spawnSandbox({ SANDBOX_STRIPE_WEBHOOK_URL: 'http://127.0.0.1:9/hook' });
    const [said, [code]] = await Promise.all([stderrOf(child), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toContain('SANDBOX_STRIPE_WEBHOOK_SECRET');
  });

  it('says so when its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => {
      other.close();
    });
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const child = spawnSandbox({ SANDBOX_PORT: String(port) });
    const [said, [code]] = await Promise.all([stderrOf(child), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(said).toContain('EADDRINUSE');
  });
});

function sdk({ httpPort }: Ready): Stripe {
  return new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: httpPort, protocol: 'http' });
}

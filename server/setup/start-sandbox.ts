import { fork } from 'node:child_process';
import { createRequire, getCompileCacheDir } from 'node:module';
import { isLoopbackAddress } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';

export interface Sandbox {
  /** Origin of its HTTP server. */
  url: string;
  smtpUrl: string;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  root: string;
  port: number;
  host: string;
  dataDir: string;
  /** Keys and webhook URLs of the simulated services, as environment variables for its process. */
  variables: Record<string, string>;
}

/**
 * Starts the offline providers and mailbox as a separate process; resolves once they are listening.
 */
export function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const compileCache = getCompileCacheDir();
  const program = createRequire(import.meta.url).resolve('@liv-fit/payment-sandbox/main');
  const child = fork(program, {
    cwd: options.root,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      SANDBOX_PORT: String(options.port),
      SANDBOX_HOST: options.host,
      SANDBOX_DATA_DIR: options.dataDir,
      ...options.variables,
      SANDBOX_SMTP_PORT: '0',
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
    },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The sandbox ended with code ${code}. Is port ${options.port} free?`)),
    );
    child.once('message', (message: { httpPort: number; smtpPort: number }) => {
      const { host } = options;
      const url = isLoopbackAddress(host)
        ? describeListening(host, message.httpPort).origin
        : `http://127.0.0.1:${message.httpPort}`;
      resolve({ url, smtpUrl: `smtp://127.0.0.1:${message.smtpPort}`, stop });
    });
  });
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Load {
  /** Responses per second. */
  rate: number;
  /** In milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Socket errors, and responses other than 2xx and 3xx. */
  errors: number;
}

const run = promisify(execFile);

/** Loads one URL with wrk from a single thread for `seconds`. */
export async function measureLoad(
  url: string,
  connections: number,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  const extra = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...extra,
    url,
  ]);
  return parseWrk(stdout);
}

/** The same with POST requests that all have the same body. */
export async function measurePosts(
  url: string,
  connections: number,
  seconds: number,
  body: string,
  headers: Record<string, string>,
): Promise<Load> {
  const lua = [
    'wrk.method = "POST"',
    `wrk.body = ${JSON.stringify(body)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`),
  ];
  return measureScript(url, connections, seconds, lua.join('\n'));
}

/** The same with requests made by a Lua script for wrk. */
export async function measureScript(
  url: string,
  connections: number,
  seconds: number,
  lua: string,
): Promise<Load> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wrk-'));
  const script = path.join(folder, 'requests.lua');
  await writeFile(script, `${lua}\n${tellP95}`);
  try {
    const threads = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
    const { stdout } = await run('wrk', [...threads, '-s', script, url]);
    return parseWrk(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Missing from wrk's own output. */
const tellP95 = `function done(summary, latency)
  io.write(string.format("95%%: %dus\\n", latency:percentile(95)))
end`;

function parseWrk(output: string): Load {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN);
  const socketErrors = [...(/Socket errors:(.*)/.exec(output)?.[1] ?? '').matchAll(/\d+/g)];
  const badAnswers = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  return {
    rate: number(/Requests\/sec:\s+([\d.]+)/),
    p50: milliseconds(/50%\s+([\d.]+)(us|ms|s)/.exec(output)),
    p95: milliseconds(/95%:\s+([\d.]+)(us)/.exec(output)),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(output)),
    errors: badAnswers + socketErrors.reduce((sum, match) => sum + Number(match[0]), 0),
  };
}

function milliseconds(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ''] ?? Number.NaN;
  return Number(match?.[1]) * factor;
}

import type { Tally } from './attack-process.ts';
import type { PurchaseLog } from './shopper.ts';

export interface MixResult {
  shoppers: PurchaseLog;
  attackers: Tally;
  /** Milliseconds of every /healthz request; Infinity if it got no response. */
  health: readonly number[];
  /** The process exited by itself. */
  died: boolean;
  /** Milliseconds from SIGTERM to exit, still under attack. */
  stoppedIn: number;
  /** Everything the shop wrote. */
  output: string;
}

/** Limits on a quiet machine, in milliseconds. */
const bounds = { page: 1_000, health: 1_000, stop: 15_000 };

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What failed, in words; empty if everything held. */
export function findViolations({ shoppers, health, died, stoppedIn }: MixResult): string[] {
  const p99 = percentile(shoppers.pages, 0.99);
  const slowest = Math.max(0, ...health);
  return [
    ...(died ? ['the process ended by itself'] : []),
    ...(shoppers.failures.length > 0 ? [`${shoppers.failures.length} purchases failed`] : []),
    ...(shoppers.completed === 0 ? ['nobody bought anything'] : []),
    ...(p99 < bounds.page ? [] : [`p99 of the shoppers' pages is ${Math.round(p99)} ms`]),
    ...(slowest <= bounds.health ? [] : [`/healthz took ${Math.round(slowest)} ms`]),
    ...(stoppedIn <= bounds.stop ? [] : [`SIGTERM took ${Math.round(stoppedIn)} ms`]),
  ];
}

/** Lines of Markdown. */
export function describe(result: MixResult): string {
  const { shoppers, attackers, health, output, stoppedIn } = result;
  const ms = (share: number) => `${Math.round(percentile(shoppers.pages, share))}`;
  const notes = loggedErrors(output);
  return [
    `Purchases: ${shoppers.begun} begun, ${shoppers.completed} completed, ${shoppers.failures.length} failed`,
    ...counted(shoppers.failures.map((text) => text.replace(/[0-9a-f-]{36}/g, '·'))),
    `Pressed again by shoppers: ${shoppers.repeated.length}`,
    ...counted(shoppers.repeated),
    `Shoppers' pages: ${shoppers.pages.length}; p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, p99 ${ms(0.99)} ms, max ${ms(1)} ms`,
    `/healthz: ${health.length} looks, slowest ${Math.round(Math.max(0, ...health))} ms`,
    `Restarts: ${result.died ? 'the process ended' : 0}; SIGTERM under attack: ${Math.round(stoppedIn)} ms`,
    '',
    '| attack | answers by status (0: none) |',
    '|---|---|',
    ...Object.entries(attackers)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, counts]) => {
        const answers = Object.entries(counts).map(([status, count]) => `${status} × ${count}`);
        return `| ${name} | ${answers.join(', ')} |`;
      }),
    '',
    `Logged errors: ${notes.length}`,
    ...counted(notes),
  ].join('\n');
}

/** Errors (pino's level 50 and above), and lines that are not log entries, by message. */
function loggedErrors(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      const { level, msg, err } = JSON.parse(line) as {
        level: number;
        msg: string;
        err?: { message?: string };
      };
      return level >= 50 ? [`${msg}: ${err?.message ?? ''}`.slice(0, 160)] : [];
    } catch {
      return [];
    }
  });
}

function counted(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([text, count]) => `  ${count} × ${text}`);
}

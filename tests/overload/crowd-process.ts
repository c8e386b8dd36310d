/**
 * A separate process, so that sending requests takes no time from measuring: visitors, each on
 * their own connection and IP address, request pages that no cache has, one after another.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CrowdOrder {
  origin: string;
  connections: number;
}

export interface CrowdTally {
  answered: number;
  /** Milliseconds of every 503. */
  shed: number[];
  /** Anything else, by status; 0 if there was no response. */
  other: Record<string, number>;
}

const tally: CrowdTally = { answered: 0, shed: [], other: {} };
let over = false;

process.on('message', (message: CrowdOrder | 'end') => {
  if (message === 'end') {
    over = true;
    process.send?.(tally, () => process.exit(0));
    return;
  }
  for (let visitor = 0; visitor < message.connections; visitor += 1) void visit(message, visitor);
});

async function visit({ origin }: CrowdOrder, visitor: number): Promise<void> {
  // People arrive over a few seconds.
  await sleep(2_000 * Math.random());
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  // Spread widely: one range of addresses counts as four visitors.
  const address = `198.${Math.floor(visitor / 250)}.${1 + (visitor % 250)}.7`;
  for (let turn = 0; !over; turn += 1) {
    const path =
      turn % 2 === 0 ? `/search?q=${visitor}+${turn}` : `/product/none-${visitor}-${turn}`;
    const began = performance.now();
    const { status, retryAfter } = await get(origin + path, address, agent);
    if (status === 200 || status === 404) tally.answered += 1;
    else if (status === 503) tally.shed.push(performance.now() - began);
    else tally.other[status] = (tally.other[status] ?? 0) + 1;
    // Obeys Retry-After like a good crawler; real people would retry at different times.
    if (retryAfter > 0) await sleep(retryAfter * 1_000 * (0.5 + Math.random()));
  }
}

function get(url: string, address: string, agent: http.Agent) {
  return new Promise<{ status: number; retryAfter: number }>((resolve) => {
    http
      .get(url, { agent, headers: { 'x-forwarded-for': address } }, (answer) => {
        const status = answer.statusCode ?? 0;
        const retryAfter = Number(answer.headers['retry-after'] ?? 0);
        answer.resume().once('close', () => resolve({ status, retryAfter }));
      })
      .once('error', () => resolve({ status: 0, retryAfter: 1 }));
  });
}

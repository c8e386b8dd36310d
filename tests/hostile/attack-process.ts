/**
 * The attackers, in a process apart from the measuring one: the parent says what to attack and when
 * to report.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attacker, attacks, type Target } from './attacks.ts';
import { createVisitor } from './visitor.ts';

export interface AttackOrder {
  target: Target;
  attackers: number;
}

/** How often each class of attack got each status; 0 is no response. */
export type Tally = Record<string, Record<number, number>>;

/** Each attacker sends at most five requests per second, apart from bursts. */
const pace = 200;

const tally: Tally = {};
let over = false;

process.on('message', (message: AttackOrder | 'report') => {
  if (message === 'report') {
    over = true;
    process.send?.(tally, () => process.exit(0));
    return;
  }
  for (let number = 0; number < message.attackers; number += 1) attack(message.target, number);
});
process.on('disconnect', () => process.exit(0));

async function attack(target: Target, number: number): Promise<void> {
  const visitor = createVisitor({
    origin: target.origin,
    apikey: target.apikey,
    address: `198.51.${100 + Math.floor(number / 250)}.${1 + (number % 250)}`,
    patience: 60_000,
  });
  const names = Object.keys(attacks);
  let current = '';
  let turn = Promise.resolve();
  const count = (status: number) => {
    const counts = tally[current] ?? {};
    counts[status] = (counts[status] ?? 0) + 1;
    tally[current] = counts;
  };
  const attacker: Attacker = {
    visitor,
    target,
    async hit(path, asked) {
      turn = turn.then(() => sleep(pace));
      await turn;
      await attacker.rush(path, asked);
    },
    async rush(path, asked) {
      count((await visitor.send(path, asked)).status);
    },
    async call(path, body, headers) {
      turn = turn.then(() => sleep(pace));
      await turn;
      count((await visitor.call(path, body, headers)).status);
    },
  };
  // Each starts with a different class, so that all of them run at any time.
  for (let index = number; !over; index += 1) {
    current = names[index % names.length] ?? '';
    await attacks[current]?.(attacker);
  }
}

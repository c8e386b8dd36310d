import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBeginInTurn } from './begin-in-turn.ts';

/** A clock that the requests themselves advance. */
function openTurns() {
  let time = 0;
  const begun: string[] = [];
  const beginInTurn = createBeginInTurn(() => time);
  const ask = (visitor: string, milliseconds: number) =>
    beginInTurn(visitor, () => {
      begun.push(visitor);
      time += milliseconds;
    });
  return { begun, ask };
}

it('begins cheap requests at once', () => {
  const { begun, ask } = openTurns();
  for (let index = 0; index < 20; index += 1) ask('shopper', 0.1);
  expect(begun).toHaveLength(20);
});

it('leaves costly ones for later turns, and lets others in between', async () => {
  const { begun, ask } = openTurns();
  for (let index = 0; index < 40; index += 1) ask('flood', 2);
  expect(begun).toHaveLength(2);
  await nextTurn();
  await nextTurn();
  const before = begun.length;
  expect(before).toBeLessThan(12);
  ask('shopper', 2);
  while (begun.length < 41) await nextTurn();
  expect(begun.indexOf('shopper')).toBeLessThan(before + 6);
});

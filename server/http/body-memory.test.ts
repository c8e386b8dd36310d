import { expect, it } from 'vitest';
import { createBodyMemory } from './body-memory.ts';
import { readLargeBody } from './read-body.ts';

const [a, b, c] = ['203.0.113.1', '198.51.100.1', '192.0.2.1'] as const;
const settle = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
const isGivenUp = (room: { givenUp: Promise<void> }) =>
  Promise.race([room.givenUp.then(() => true), settle()]);

it('limits each network by received bytes, not by announced length', () => {
  const open = createBodyMemory({ all: 100, perNetwork: 40 });
  const rooms = [open(a), open(a), open(a)];
  expect(rooms.map((room) => room.take(20))).toEqual([true, true, false]);
  expect(open(b).take(40)).toBe(true);
  rooms[0]?.leave();
  expect(rooms[2]?.take(20)).toBe(true);
});

it('drops the latest body of the heaviest network to make room for a lighter one', async () => {
  const open = createBodyMemory({ all: 100, perNetwork: 60 });
  const [first, second, other] = [open(a), open(a), open(b)];
  expect([first.take(30), second.take(30), other.take(40)]).toEqual([true, true, true]);
  const newcomer = open(c);
  expect(newcomer.take(20)).toBe(true);
  expect(await Promise.all([first, second, other].map(isGivenUp))).toEqual([false, true, false]);
  expect(second.take(1)).toBe(false);
  // All hold the same amount, so nobody gives way.
  expect(newcomer.take(20)).toBe(false);
});

it('never drops a body that has been received completely', async () => {
  const open = createBodyMemory({ all: 50, perNetwork: 50 });
  const whole = open(a);
  whole.take(50);
  whole.arrived();
  const newcomer = open(b);
  expect(newcomer.take(1)).toBe(false);
  whole.leave();
  whole.leave();
  expect(newcomer.take(50)).toBe(true);
});

it('counts a range as four networks', () => {
  const open = createBodyMemory({ all: 100, perNetwork: 10 });
  for (let host = 1; host <= 10; host += 1) expect(open(`203.0.113.${host}`).take(10)).toBe(true);
  const others = open(b);
  expect([others.take(5), others.take(4)]).toEqual([true, true]);
});

it('stops reading a body as soon as its memory goes to somebody else', async () => {
  const open = createBodyMemory({ all: 100, perNetwork: 100 });
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const request = new Request('http://shop.example', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  const room = open(a);
  const reading = readLargeBody(request, 1_000, room);
  await writable.getWriter().write(new Uint8Array(80));
  await settle();
  expect(open(b).take(30)).toBe(true);
  expect(await reading).toBe('no_room');
});

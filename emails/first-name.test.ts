import { expect, it } from 'vitest';
import { firstName } from './first-name.ts';

it.each([
  ['Alexandra Featherstonehaugh-Montgomery', 'Alexandra'],
  ['  Jean-Luc  Picard ', 'Jean-Luc'],
  ['Zoë', 'Zoë'],
  ['王 小明', '王 小明'],
  ['Dr. Ada Byron', 'Dr. Ada Byron'],
  ['Dr Ada Byron', 'Dr Ada Byron'],
  ['A. Byron', 'A. Byron'],
  ['Byron, Ada', 'Byron, Ada'],
])('greets %s as %s', (name, greeting) => {
  expect(firstName(name)).toBe(greeting);
});

it.each(['Pending', 'Guest Customer', 'PayPal Customer', 'Deleted customer', ' '])(
  'greets nobody as %j',
  (name) => {
    expect(firstName(name)).toBe('');
  },
);

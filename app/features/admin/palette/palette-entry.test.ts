import { expect, it } from 'vitest';
import { readVerb } from './palette-entry.ts';

it.each([
  ['ship maya', { verb: 'ship', words: 'maya' }],
  ['Refund #a1b2', { verb: 'refund', words: 'a1b2' }],
  ['ship ', { verb: 'ship', words: '' }],
  [' #a1b2 ', { verb: null, words: 'a1b2' }],
  ['shipping', { verb: null, words: 'shipping' }],
])('reads %j', (typed, read) => {
  expect(readVerb(typed)).toEqual(read);
});

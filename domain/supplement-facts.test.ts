import { expect, it } from 'vitest';
import { readSupplementFacts } from './supplement-facts.ts';

const facts = {
  serving_size: '300 mg',
  servings: 'about 100',
  rows: [{ name: 'Shilajit resin', amount: '300 mg' }],
};

it('reads the panel of a label', () => {
  expect(readSupplementFacts(facts)).toEqual(facts);
});

it.each([null, {}, [], 'text', { ...facts, rows: [{ name: '' }] }, { ...facts, servings: 100 }])(
  'shows nothing of %j',
  (value) => expect(readSupplementFacts(value)).toBeNull(),
);

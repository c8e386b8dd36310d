import { expect, it } from 'vitest';
import { readFactsPanel, readSupplementFacts } from './supplement-facts.ts';

const facts = {
  serving_size: '300 mg',
  servings: 'about 100',
  rows: [{ name: 'Shilajit resin', amount: '300 mg' }],
};

it('reads the panel of a label', () => {
  expect(readFactsPanel(facts)).toEqual(facts);
});

it.each([{ rows: [] }, { servings: '' }, { serving_size: '' }])(
  'keeps for the owner, and from visitors, what is half filled in: %j',
  (missing) => {
    const half = { ...facts, ...missing };
    expect(readSupplementFacts(half)).toEqual(half);
    expect(readFactsPanel(half)).toBeNull();
  },
);

it.each([null, {}, [], 'text', { ...facts, rows: [{ name: '' }] }, { ...facts, servings: 100 }])(
  'shows nothing of %j',
  (value) => expect(readSupplementFacts(value)).toBeNull(),
);

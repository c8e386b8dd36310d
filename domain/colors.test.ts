import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BrandColors, contrast, findColorProblem, mixColors, paletteOf } from './colors.ts';
import { siteDefaults } from './settings.ts';

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5);
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080');
});

const colors: BrandColors = siteDefaults.colors;

it('takes what the shop comes with', () => {
  expect(findColorProblem(colors)).toBeNull();
});

it.each([
  [{ text: '#888888' }, 'text', 'Text on the background would have a contrast of 3.1:1.'],
  [{ background: '#333333' }, 'text', 'Text on the background'],
  [{ dark: '#c0c0c0' }, 'dark', 'Light text on the dark areas'],
  [{ accent: '#22304a' }, 'accent', 'Text on the accent color'],
])('refuses %j at %s', (change, field, message) => {
  const problem = findColorProblem({ ...colors, ...change });
  expect(problem?.field).toBe(field);
  expect(problem?.message).toContain(message);
});

/** Pairs of a text color and the background it appears on. */
const read: [string, string][] = [
  ...['bone', 'bone-deep', 'paper'].flatMap((ground): [string, string][] =>
    ['ink', 'ink-soft', 'saffron-ink', 'resin'].map((words) => [words, ground]),
  ),
  ...[
    ['bone', 'pine'],
    ['pine', 'pine-soft'],
    ['pine', 'bone'],
    ['paper', 'resin'],
    ['bone', 'ink'],
    ['ink', 'saffron'],
  ].map(([words = '', ground = '']): [string, string] => [words, ground]),
];

it('derives colors that are readable on every background they appear on', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((n) => `#${n.toString(16).padStart(6, '0')}`);
  const chosen = fc.record({ text: color, background: color, dark: color, accent: color });
  let taken = 0;
  fc.assert(
    fc.property(chosen, (some) => {
      const owners = {
        text: mixColors(some.text, '#000000', 0.7),
        background: mixColors(some.background, '#ffffff', 0.8),
        dark: mixColors(some.dark, '#000000', 0.5),
        accent: mixColors(some.accent, '#ffffff', 0.3),
      };
      if (findColorProblem(owners)) return;
      taken += 1;
      const palette: Record<string, string> = paletteOf(owners);
      for (const [words, ground] of read) {
        const found = contrast(palette[words] ?? '', palette[ground] ?? '');
        expect(found, `${words} on ${ground} of ${JSON.stringify(owners)}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
      for (const ground of ['bone', 'bone-deep', 'paper']) {
        expect(
          contrast(palette['line-strong'] ?? '', palette[ground] ?? ''),
        ).toBeGreaterThanOrEqual(3);
      }
    }),
  );
  expect(taken).toBeGreaterThan(20);
});

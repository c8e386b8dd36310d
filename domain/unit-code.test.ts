import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completeUnitCode,
  formatUnitCode,
  hasValidCheckCharacter,
  readUnitCode,
  unitAlphabet,
  unitCodeOf,
} from './unit-code.ts';

const characters = [...unitAlphabet];
const payload = fc
  .array(fc.constantFrom(...characters), { minLength: 10, maxLength: 10 })
  .map((list) => list.join(''));

describe('unit codes', () => {
  it('have 32 characters to choose from, none of which looks like another by its name', () => {
    expect(new Set(characters).size).toBe(32);
    expect(unitAlphabet).not.toMatch(/[ILOU]/);
  });

  it('hold exactly 50 bits', () => {
    expect(unitCodeOf(new Uint8Array(7))).toBe('00000000000');
    const all = unitCodeOf(new Uint8Array(7).fill(255));
    expect(all.slice(0, 10)).toBe('ZZZZZZZZZZ');
    expect(unitCodeOf(Uint8Array.of(0b11111100, 0, 0, 0, 0, 0, 0))).toBe('00000000000');
    expect(unitCodeOf(Uint8Array.of(0b10, 0, 0, 0, 0, 0, 1)).slice(0, 10)).toBe('G000000001');
  });

  it('are known by their check character', () => {
    fc.assert(
      fc.property(payload, (text) => {
        expect(hasValidCheckCharacter(completeUnitCode(text))).toBe(true);
      }),
    );
  });

  it('give every single wrong character away', () => {
    fc.assert(
      fc.property(payload, fc.nat(10), (text, place) => {
        const code = completeUnitCode(text);
        for (const other of characters) {
          const slip = code.slice(0, place) + other + code.slice(place + 1);
          expect(hasValidCheckCharacter(slip)).toBe(other === code[place]);
        }
      }),
    );
  });

  it('give any two characters that changed places away', () => {
    fc.assert(
      fc.property(payload, (text) => {
        const code = completeUnitCode(text);
        for (let one = 0; one < code.length; one += 1) {
          for (let two = one + 1; two < code.length; two += 1) {
            const swapped = [...code];
            [swapped[one], swapped[two]] = [code[two] ?? '', code[one] ?? ''];
            expect(hasValidCheckCharacter(swapped.join(''))).toBe(code[one] === code[two]);
          }
        }
      }),
    );
  });

  it.each([
    ['abcd efgh jk0', 'ABCDEFGHJK0'],
    ['ABCD-EFGH-JKO', 'ABCDEFGHJK0'],
    [' ABCD–EFGH–JKi ', 'ABCDEFGHJK1'],
    ['abcdefghjkl', 'ABCDEFGHJK1'],
    ['ABCDEFGHJKU', 'ABCDEFGHJKV'],
    ['SH2041', null],
    ['ABCDEFGHJK', null],
    ['ABCDEFGHJK01', null],
    ['ABCDEFGHJK_', null],
    ['', null],
  ])('are read from %j as %j', (typed, read) => {
    expect(readUnitCode(typed)).toBe(read);
  });

  it('are printed in groups that read back', () => {
    const code = completeUnitCode('ABCDEFGHJK');
    expect(formatUnitCode(code)).toMatch(/^ABCD EFGH JK.$/);
    expect(readUnitCode(formatUnitCode(code))).toBe(code);
  });
});

import { describe, expect, it } from 'vitest';
import { analyteKey, batchLimits, defaultAnalytes, isLaxer } from './batch-limits.ts';

const limitOf = (analyte: string, dose: number | null, stricter = {}) =>
  batchLimits(dose, stricter).find((limit) => limit.analyte === analyte)?.limit;

describe('limits of a batch', () => {
  it('turn a day’s exposure into that of a gram by the label’s dose', () => {
    expect(limitOf('lead', 0.5)).toBe(10);
    expect(limitOf('lead', 2)).toBe(2.5);
    expect(limitOf('arsenic', 1)).toBe(15);
    expect(limitOf('cadmium', 1)).toBe(5);
    expect(limitOf('mercury', 3)).toBe(5);
    expect(limitOf('lead', null)).toBe(10);
  });

  it('do not depend on the dose for microbes', () => {
    for (const dose of [0.1, 10]) {
      expect(limitOf('total aerobic count', dose)).toBe(10_000);
      expect(limitOf('yeast and mold', dose)).toBe(1_000);
      expect(limitOf('Salmonella', dose)).toBe(0);
    }
  });

  it('may be stricter than the defaults, never laxer', () => {
    expect(limitOf('lead', 1, { Lead: 0.5 })).toBe(0.5);
    expect(limitOf('lead', 1, { lead: 50 })).toBe(5);
    expect(limitOf('yeast and mold', 1, { 'Yeast and mould': 10 })).toBe(10);
  });

  it('each name a source', () => {
    const sources = new Map(batchLimits(1).map(({ analyte, source }) => [analyte, source]));
    // USP <2232> as published allows twice as much.
    expect(sources.get('lead')).toBe('ICH Q3D and USP <232>, 5 µg a day at 1 g a day');
    sources.delete('lead');
    for (const source of sources.values()) expect(source).toMatch(/^USP <2\d{3}>/);
    expect(batchLimits(1).map(({ analyte }) => analyte)).toEqual(defaultAnalytes);
  });

  it.each([
    ['Lead', 5, 'µg/g', false],
    ['Lead', 5.1, 'ppm', true],
    ['LEAD', 5000, 'ppb', false],
    ['lead', 5001, 'µg/kg', true],
    ['lead', 0.006, 'mg/g', true],
    ['lead', 0.0005, '%', false],
    ['Yeast and mould', 1001, 'CFU/g', true],
    ['Yeast and mould', 1000, 'cfu/g', false],
    ['Lead', 100, 'µg per day', false],
    ['Tin', 100, 'µg/g', false],
    ['Lead', null, 'µg/g', false],
  ])('a limit of %s at %s %s is laxer: %s', (analyte, limit, unit, expected) => {
    expect(isLaxer({ analyte, limit, unit }, batchLimits(1))).toBe(expected);
  });

  it('compare analytes by one spelling', () => {
    expect(analyteKey('  Yeast and  Mould ')).toBe(analyteKey('yeast_and mold'));
  });
});

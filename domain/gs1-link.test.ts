import { describe, expect, it } from 'vitest';
import { codeInScan, gs1LinkPath, isGtin, readGs1LinkPath } from './gs1-link.ts';

describe('GTINs', () => {
  // Examples from GS1's General Specifications and its check digit calculator.
  it.each(['9506000134352', '09506000134352', '614141123452', '96385074'])('%s is one', (gtin) => {
    expect(isGtin(gtin)).toBe(true);
  });
  it.each(['9506000134353', '9506000134325', '950600013435', '', '1', 'abcdefgh'])(
    '%j is none',
    (gtin) => {
      expect(isGtin(gtin)).toBe(false);
    },
  );
});

describe('GS1 Digital Links', () => {
  const link = { gtin: '09506000134352', batch: 'SH2041', unit: 'ABCDEFGHJKM' };
  it('are written with fourteen digits and read back', () => {
    const path = gs1LinkPath({ ...link, gtin: '9506000134352' });
    expect(path).toBe('/01/09506000134352/10/SH2041/21/ABCDEFGHJKM');
    expect(readGs1LinkPath(path)).toEqual(link);
    expect(readGs1LinkPath(gs1LinkPath({ ...link, batch: 'A/B %' }))?.batch).toBe('A/B %');
  });
  it.each([
    '/01/09506000134353/10/SH2041/21/ABC',
    '/01/09506000134352/10/SH2041',
    '/01/09506000134352/21/ABC',
    '/01/09506000134352/10/%/21/ABC',
    '/u/ABC',
  ])('%s is none', (path) => {
    expect(readGs1LinkPath(path)).toBeNull();
  });
});

describe('the code in a scan', () => {
  it.each([
    ['https://shop.example/u/ABCDEFGHJKM', 'ABCDEFGHJKM'],
    ['https://shop.example/batch/SH2041', 'SH2041'],
    ['https://shop.example/validity?code=SH2041', 'SH2041'],
    ['https://id.example/01/09506000134352/10/SH2041/21/ABCDEFGHJKM?x=1', 'ABCDEFGHJKM'],
    [' SH2041 ', 'SH2041'],
    ['https://elsewhere.example/', 'https://elsewhere.example/'],
    ['https://shop.example/u/%', 'https://shop.example/u/%'],
  ])('%s is %s', (scanned, code) => {
    expect(codeInScan(scanned)).toBe(code);
  });
});

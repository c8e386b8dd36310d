import { describe, expect, it } from 'vitest';
import { legalPages, readLegalText } from './legal-texts.ts';

describe('legal texts', () => {
  it.each(Object.keys(legalPages) as (keyof typeof legalPages)[])('%s has a default', (page) => {
    expect(readLegalText(page, undefined).length).toBeGreaterThan(3);
  });

  it("are the owner's where there are any", () => {
    const own = [{ heading: 'Ours', text: 'Text' }];
    expect(readLegalText('terms', own)).toEqual(own);
  });

  it.each([[[]], ['text'], [[{ heading: 'No text' }]], [null]])('are never half of %j', (value) => {
    expect(readLegalText('terms', value)[0]?.heading).toBe('Who sells to you');
  });
});

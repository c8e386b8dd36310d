import { describe, expect, it } from 'vitest';
import { serializeStructuredData } from './structured-data.tsx';

describe('structured data', () => {
  it('escapes text so that it cannot close the script', () => {
    const text = '</script><script>alert(1)</script><!--\u2028\u2029';
    const json = serializeStructuredData({ '@type': 'Product', name: text });
    expect(json).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: text,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { describeProduct } from './description.ts';

describe('product description', () => {
  it('takes short openings as titles', () => {
    expect(
      describeProduct(
        'One ingredient, one jar: resin.\n\nHow to take. Lift out\na little. Stir.\n\n\n',
      ),
    ).toEqual([
      { title: null, text: 'One ingredient, one jar: resin.' },
      { title: 'How to take', text: 'Lift out\na little. Stir.' },
    ]);
  });

  it('leaves ordinary paragraphs alone', () => {
    expect(describeProduct('The same resin, from the top of the harvest. Rests longer.')).toEqual([
      { title: null, text: 'The same resin, from the top of the harvest. Rests longer.' },
    ]);
    expect(describeProduct('Short.')).toEqual([{ title: null, text: 'Short.' }]);
    expect(describeProduct('')).toEqual([]);
  });
});

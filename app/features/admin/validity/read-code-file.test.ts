import { expect, it } from 'vitest';
import { readCodeFile } from './read-code-file.ts';

it('takes named columns in any order', async () => {
  expect(await readCodeFile('Product name,Code\n"Resin, 30g",SH1001\n,SH1002\n')).toEqual({
    codes: [
      { row: 2, code: 'SH1001', product_name: 'Resin, 30g' },
      { row: 3, code: 'SH1002', product_name: 'Default Product' },
    ],
    problems: [],
  });
});

it('takes a bare list, whatever ends its lines', async () => {
  const { codes } = await readCodeFile('SH1001\r\n\r\n SH1002 \r\n');
  expect(codes.map(({ code }) => code)).toEqual(['SH1001', 'SH1002']);
});

it('reports row by row and keeps the good ones', async () => {
  const { codes, problems } = await readCodeFile('code\nSH1\nSÄ2\nSH1\n,\n');
  expect(codes.map(({ code }) => code)).toEqual(['SH1']);
  expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
    [3, 'A code can contain letters, digits and symbols, without accents.'],
    [4, 'Duplicate of row 2.'],
  ]);
});

it.each(['1.23457E+11', '1,23457E+11', '1E+15'])(
  'refuses %s, which a spreadsheet made of a number',
  async (code) => {
    const { codes, problems } = await readCodeFile(`code\n"${code}"\nSH1E+11\n`);
    expect(codes.map(({ code }) => code)).toEqual(['SH1E+11']);
    expect(problems).toEqual([
      {
        row: 2,
        code,
        problem:
          'A spreadsheet shortened this number. Format the column as text there, then save it again.',
      },
    ]);
  },
);

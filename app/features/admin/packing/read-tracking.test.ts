import { expect, it } from 'vitest';
import { readTracking } from './read-tracking.ts';

const [a, b, c] = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  'bbbbbbbb-0000-4000-8000-000000000002',
  'cccccccc-0000-4000-8000-000000000003',
];
const read = async (text: string, ids = [a, b, c], known = ids) => {
  const { numbers, left } = await readTracking(text, ids, known);
  return {
    ...Object.fromEntries([...numbers].map(([id, typed]) => [id.slice(0, 1), typed])),
    left,
  };
};

it('fills a column from the top; an empty cell leaves its order out, a heading is none', async () => {
  expect(await read('1Z 1\r\n\r\n1Z 3\r\n')).toEqual({
    a: { number: '1Z 1' },
    c: { number: '1Z 3' },
    left: [],
  });
  expect(await read('Tracking number\n1Z 1\n1Z 2')).toEqual({
    a: { number: '1Z 1' },
    b: { number: '1Z 2' },
    left: [],
  });
});

it('says which numbers found no order', async () => {
  expect((await read('1\n2\n3\n4\n5')).left).toEqual(['4', '5']);
});

it('gives numbers to the orders that their rows name, in any order and column', async () => {
  expect(await read('1Z 2\t#BBBBBBBB\n1Z 9\tdddddddd\n1Z 1\taaaaaaaa')).toEqual({
    a: { number: '1Z 1' },
    b: { number: '1Z 2' },
    left: ['1Z 9 dddddddd'],
  });
  expect(await read(`${c},ups,1Z 3`)).toEqual({ c: { number: '1Z 3', carrier: 'UPS' }, left: [] });
});

it('finds an order by its row that is not selected', async () => {
  expect(await read('cccccccc\t1Z 3', [a], [a, c])).toEqual({ c: { number: '1Z 3' }, left: [] });
});

it('takes no status and no name for a number', async () => {
  const named = 'Order,Tracking status,Tracking number\naaaaaaaa,In transit,94 001';
  for (const text of [named, 'aaaaaaaa,Maya Stone,94 001']) {
    expect(await read(text)).toEqual({ a: { number: '94 001' }, left: [] });
  }
});

it("takes the columns that an export's first row names", async () => {
  const text = [
    'Ship date,Order,Service,Tracking #,Weight',
    '11/24,aaaaaaaa,Parcel Post,94 001,2',
    '11/24,bbbbbbbb,,94 002,3',
    '11/24,cccccccc,,,3',
  ].join('\n');
  expect(await read(text)).toEqual({
    a: { number: '94 001', carrier: 'Parcel Post' },
    b: { number: '94 002' },
    left: [],
  });
});

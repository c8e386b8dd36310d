import { expect, it } from 'vitest';
import { localMidnight, recentActivity } from './activity.ts';

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`;
const row = (id: string, hour: number) => ({ id, name: id, email: '', created_at: at(hour) });

it('mixes products, messages and orders, the latest 5 first', () => {
  const activity = recentActivity(
    {
      products: [row('p1', 9), row('p2', 3), row('p3', 1)],
      contacts: [row('c1', 8), row('c2', 2)],
      orders: [row('abcdefgh-1', 7), row('o2', 10)],
    },
    ({ name }) => name,
  );
  expect(activity.map(({ event, user }) => [event, user])).toEqual([
    ['Order #o2', 'o2'],
    ['Product added: p1', 'Admin'],
    ['Contact message', 'c1'],
    ['Order #abcdefgh', 'abcdefgh-1'],
    ['Product added: p2', 'Admin'],
  ]);
  expect(recentActivity({ products: [], contacts: [], orders: [] }, () => '')).toEqual([]);
});

it('begins today at local midnight', () => {
  const now = new Date(2026, 10, 20, 15, 4, 5);
  expect(localMidnight(now)).toEqual(new Date(2026, 10, 20, 0, 0, 0, 0));
});

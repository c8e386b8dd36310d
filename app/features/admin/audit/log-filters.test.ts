import { expect, it } from 'vitest';
import { choosePeople, logFilters } from './log-filters.ts';

it('chooses the shop alone, or people', () => {
  expect(choosePeople([], ['shop'])).toEqual(['shop']);
  expect(choosePeople(['a@x.example'], ['a@x.example', 'shop'])).toEqual(['shop']);
  expect(choosePeople(['shop'], ['shop', 'a@x.example'])).toEqual(['a@x.example']);
  expect(choosePeople(['a@x.example'], ['a@x.example', 'b@x.example'])).toHaveLength(2);
  expect(choosePeople(['shop'], [])).toEqual([]);
});

it('asks the server for tables, people and days', () => {
  expect(logFilters({}, 'UTC')).toEqual({});
  expect(logFilters({ by: ['shop'] }, 'UTC')).toEqual({ actor_email: null });
  const chosen = { table: ['products'], by: ['a@x.example'], from: ['2026-11-20'] };
  expect(logFilters(chosen, 'Asia/Kolkata')).toEqual({
    table_name: ['products'],
    actor_email: ['a@x.example'],
    created_at: { from: '2026-11-20 00:00 Asia/Kolkata' },
  });
});

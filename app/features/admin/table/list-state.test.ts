import { describe, expect, it } from 'vitest';
import { readListState, toListQuery, writeListState } from './list-state.ts';

const defaults = { pageSize: 10, filters: ['status'] };
const read = (address: string) => readListState(new URLSearchParams(address), defaults);
const write = (address: string, change: Parameters<typeof writeListState>[1]) =>
  writeListState(new URLSearchParams(address), change).toString();

describe('the state of a list', () => {
  it('is read from its address', () => {
    expect(read('q=maya&page=3&sort=name&status=pending,shipped&order=x')).toEqual({
      search: 'maya',
      page: 3,
      sort: 'name',
      ascending: true,
      chosen: { status: ['pending', 'shipped'] },
    });
  });

  it('falls back to newest first on page 1', () => {
    const newest = { search: '', page: 1, sort: 'created_at', ascending: false, chosen: {} };
    for (const address of ['', 'page=0&sort=;drop', 'page=x&status=']) {
      expect(read(address)).toEqual(newest);
    }
  });

  it('goes back to page 1 with a search, a filter or another order (requirements §9.3)', () => {
    expect(write('page=4', { search: 'maya' })).toBe('q=maya');
    expect(write('page=4&q=maya', { chosen: { status: ['shipped'] } })).toBe(
      'q=maya&status=shipped',
    );
    expect(write('page=4', { sort: 'name', ascending: false })).toBe('sort=-name');
  });

  it('keeps other query parameters', () => {
    expect(write('order=abc&q=maya', { search: '' })).toBe('order=abc');
    expect(write('q=maya', { page: 2 })).toBe('q=maya&page=2');
  });

  it('asks the server for one page', () => {
    expect(toListQuery(read('q= maya &page=3'), 10)).toMatchObject({
      search: 'maya',
      skip: 20,
      take: 10,
    });
  });
});

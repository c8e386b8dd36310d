import { beforeEach, describe, expect, it } from 'vitest';
import { createConfirmedOrders } from './confirmed-orders.ts';

let entries: Map<string, string>;
function openPage() {
  return createConfirmedOrders(
    () =>
      ({
        getItem: (key: string) => entries.get(key) ?? null,
        setItem: (key: string, value: string) => void entries.set(key, value),
      }) as Storage,
  );
}

beforeEach(() => {
  entries = new Map();
});

describe('confirmed orders', () => {
  it('runs each step of each order once, across reloads', () => {
    expect(openPage().take('a', 'cart-cleared')).toBe(true);
    expect(openPage().take('a', 'cart-cleared')).toBe(false);
    expect(openPage().take('a', 'mailed')).toBe(true);
    expect(openPage().take('b', 'cart-cleared')).toBe(true);
    expect(openPage().take('a', 'mailed')).toBe(false);
  });

  it('allows a failed step to be retried', () => {
    const page = openPage();
    page.take('a', 'mailed');
    page.take('a', 'announced');
    page.giveBack('a', 'mailed');
    expect(page.take('a', 'announced')).toBe(false);
    expect(page.take('a', 'mailed')).toBe(true);
  });

  it.each(['{', '{}', '[1,["a"],null]'])('starts anew from %s', (stored) => {
    entries.set('confirmed-orders', stored);
    expect(openPage().take('a', 'mailed')).toBe(true);
    expect(openPage().take('a', 'mailed')).toBe(false);
  });

  it('drops the oldest entries and stays bounded', () => {
    const page = openPage();
    for (let order = 0; order < 50; order++) page.take(`order-${order}`, 'mailed');
    expect(JSON.parse(entries.get('confirmed-orders') ?? '')).toHaveLength(20);
    expect(page.take('order-49', 'mailed')).toBe(false);
  });

  it('falls back to memory when storage is unavailable', () => {
    const page = createConfirmedOrders(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(page.take('a', 'mailed')).toBe(true);
    expect(page.take('a', 'mailed')).toBe(false);
  });
});

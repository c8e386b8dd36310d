import { beforeEach, describe, expect, it } from 'vitest';
import { createCheckoutAttempts } from './checkout-attempt.ts';

let entries: Map<string, string>;
let count: number;

function openPage() {
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  return createCheckoutAttempts(
    () => storage,
    () => `key-${++count}`,
  );
}

beforeEach(() => {
  entries = new Map();
  count = 0;
});

describe('checkout attempts', () => {
  it('asks for the same cart under the same key, over reloads too', () => {
    expect(openPage().keyFor('one resin')).toBe('key-1');
    expect(openPage().keyFor('one resin')).toBe('key-1');
  });

  it('takes a new key for another cart', () => {
    const attempts = openPage();
    attempts.keyFor('one resin');
    expect(attempts.keyFor('two resins')).toBe('key-2');
  });

  it('takes a new key once the attempt is over', () => {
    const attempts = openPage();
    attempts.keyFor('one resin');
    attempts.forget();
    expect(openPage().keyFor('one resin')).toBe('key-2');
  });

  it('tells a return from the provider once, and keeps the key', () => {
    const attempts = openPage();
    expect(attempts.takeReturn()).toBe(false);
    attempts.keyFor('one resin');
    expect(attempts.takeReturn()).toBe(false);
    attempts.markLeft();
    expect(openPage().takeReturn()).toBe(true);
    expect(openPage().takeReturn()).toBe(false);
    expect(openPage().keyFor('one resin')).toBe('key-1');
  });

  it('tells no return from an attempt that is over', () => {
    const attempts = openPage();
    attempts.keyFor('one resin');
    attempts.markLeft();
    attempts.forget();
    expect(attempts.takeReturn()).toBe(false);
  });

  it('is one attempt for all tabs, and the return is the tab’s own', () => {
    const openTab = () => {
      const own = new Map<string, string>();
      const storageOf = (map: Map<string, string>) =>
        ({
          getItem: (key: string) => map.get(key) ?? null,
          setItem: (key: string, value: string) => void map.set(key, value),
          removeItem: (key: string) => void map.delete(key),
        }) as Storage;
      return createCheckoutAttempts(
        () => storageOf(entries),
        () => `key-${++count}`,
        () => storageOf(own),
      );
    };
    const [one, other] = [openTab(), openTab()];
    expect(one.keyFor('one resin')).toBe('key-1');
    expect(other.keyFor('one resin')).toBe('key-1');
    one.markLeft();
    expect(other.takeReturn()).toBe(false);
    expect(one.takeReturn()).toBe(true);
  });

  it.each([
    '{',
    '7',
    'null',
    '{"key":""}',
    '{"key":1,"fingerprint":"one resin"}',
    '{"key":"old","fingerprint":"one resin","at":1}',
  ])('starts anew from %s', (stored) => {
    entries.set('checkout-attempt', stored);
    expect(openPage().keyFor('one resin')).toBe('key-1');
  });

  it('still joins a double click where storage refuses', () => {
    const attempts = createCheckoutAttempts(
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
      () => `key-${++count}`,
    );
    expect(attempts.keyFor('one resin')).toBe('key-1');
    expect(attempts.keyFor('one resin')).toBe('key-1');
    attempts.forget();
    expect(attempts.keyFor('one resin')).toBe('key-2');
  });
});

import { describe, expect, it } from 'vitest';
import { parseForm } from './form-body.ts';

describe('parseForm', () => {
  it('reads nested objects and indexed lists', () => {
    const parsed = parseForm(
      'mode=payment&line_items[0][price_data][currency]=usd&line_items[1][quantity]=2',
    );
    expect(parsed).toEqual({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd' } }, { quantity: '2' }],
    });
  });

  it('reads encoded brackets, plus signs and unicode', () => {
    expect(parseForm('metadata%5Bname%5D=Gr%C3%BC%C3%9Fe+%26+mehr')).toEqual({
      metadata: { name: 'Grüße & mehr' },
    });
  });

  it('appends for empty brackets', () => {
    expect(parseForm('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] });
  });

  it('reads a query string with its question mark', () => {
    expect(parseForm('?limit=3&created[gte]=5')).toEqual({ limit: '3', created: { gte: '5' } });
  });

  it('lets the last of two equal keys win', () => {
    expect(parseForm('a=1&a=2')).toEqual({ a: '2' });
  });

  it('reads numbered keys that are not a list as an object', () => {
    expect(parseForm('metadata[5]=x')).toEqual({ metadata: { '5': 'x' } });
  });

  it('treats a malformed key as a plain one', () => {
    expect(parseForm('a[b=1')).toEqual({ 'a[b': '1' });
  });

  it('cannot be made to touch prototypes', () => {
    const parsed = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor']);
  });

  it('limits nesting', () => {
    const deep = `a${'[b]'.repeat(50)}`;
    expect(Object.keys(parseForm(`${deep}=1`))).toEqual([deep]);
  });
});

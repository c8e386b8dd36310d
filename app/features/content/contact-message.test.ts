import { describe, expect, it } from 'vitest';
import { readContactForm } from './contact-message.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const complete = { name: ' Ada ', email: 'ada@mail.example', phone: '1', message: 'Hello' };

describe('contact form', () => {
  it('accepts four filled fields, trimmed', () => {
    expect(readContactForm(form(complete))).toEqual({
      values: { ...complete, name: 'Ada' },
      errors: {},
    });
  });

  it.each(['name', 'email', 'phone', 'message'])('requires %s', (field) => {
    const { errors } = readContactForm(form({ ...complete, [field]: '   ' }));
    expect(Object.keys(errors)).toEqual([field]);
  });

  it('requires an email address and reasonable lengths', () => {
    for (const email of ['ada', 'ada@mail.example\r\nBcc: eve@mail.example', 'a\u0000@b.example']) {
      expect(readContactForm(form({ ...complete, email })).errors.email).toContain('@');
    }
    expect(readContactForm(form({ ...complete, phone: '1'.repeat(201) })).errors.phone).toContain(
      '200',
    );
    expect(Object.keys(readContactForm(new FormData()).errors)).toHaveLength(4);
  });
});

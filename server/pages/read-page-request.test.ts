import { expect, it } from 'vitest';
import { readPageRequest } from './read-page-request.ts';

const post = (body: string, type = 'application/x-www-form-urlencoded') =>
  readPageRequest(
    new Request('http://localhost/contact', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  );

it('hands on a form with its fields', async () => {
  const read = await post('name=Maya&message=R%26D');
  expect(read).toBeInstanceOf(Request);
  expect([...(await (read as Request).formData())]).toEqual([
    ['name', 'Maya'],
    ['message', 'R&D'],
  ]);
});

it('refuses a form of many fields before it is parsed', async () => {
  expect(await post('a&'.repeat(99))).toBeInstanceOf(Request);
  for (const body of ['a&'.repeat(100), 'a&'.repeat(49_000)]) {
    expect(await post(body)).toMatchObject({ status: 413 });
  }
});

it('refuses a form of parts, which takes long to parse', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const body = `${part}--b--\r\n`;
  expect(await post(body, 'multipart/form-data; boundary=b')).toMatchObject({ status: 415 });
});

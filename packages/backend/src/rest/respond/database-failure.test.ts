import { expect, it } from 'vitest';
import { CallerBusy, DatabaseError } from '../../database/database-error.ts';
import { databaseFailure } from './database-failure.ts';
import type { RestError } from './rest-error.ts';

const answerTo = (error: unknown) => {
  const { status, body, headers } = databaseFailure(error, { anonymous: true }) as RestError;
  return { status, body, headers };
};

function raised(code: string, message: string, hint?: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code, hint });
}

it.each([
  ['53100', 503, 'could not extend file "base/5/16384": No space left on device'],
  ['58030', 500, 'could not open file "/var/lib/postgresql/15/main/base/5/1": Input/output error'],
  ['XX001', 500, 'invalid page in block 3 of relation base/5/16384'],
  ['F0000', 500, 'configuration file "/etc/postgresql/postgresql.conf" contains errors'],
])('shows nothing of the server’s own files: %s', (code, status, message) => {
  const answer = answerTo(raised(code, message, 'Check free disk space on /var/lib.'));
  expect(answer).toMatchObject({ status, body: { code, hint: null, details: null } });
  expect(answer.body.message).toMatch(/^The database [a-z ]+\.$/);
});

it('passes on what the database says about the statement', () => {
  expect(answerTo(raised('57014', 'canceling statement due to statement timeout'))).toMatchObject({
    status: 500,
    body: { code: '57014', message: 'canceling statement due to statement timeout' },
  });
});

it('asks to come back once the disk has room', () => {
  const { status, headers } = answerTo(raised('53100', 'could not extend file'));
  expect({ status, headers }).toEqual({ status: 503, headers: { 'retry-after': '5' } });
});

it.each(['insert into', 'update', 'delete from'])(
  'does not take “cannot %s view” for a fault of its own',
  (verb) => {
    expect(answerTo(raised('55000', `cannot ${verb} view "mails"`)).status).toBe(405);
    expect(answerTo(raised('55000', 'something else is not ready')).status).toBe(500);
  },
);

it('asks a busy caller to come back', () => {
  expect(answerTo(new CallerBusy(7))).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
    headers: { 'retry-after': '7' },
  });
});

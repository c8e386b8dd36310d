import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noticeKinds } from '../auth/notices.ts';
import { readProject } from './project-config.ts';

/** Reads a configuration; the folder's name is removed from warnings and errors. */
async function read(toml: string) {
  const directory = await mkdtemp(join(tmpdir(), 'config-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await mkdir(join(directory, 'migrations'));
  await writeFile(join(directory, 'config.toml'), toml);
  const relative = (text: string) => text.replaceAll(`${directory}/`, '');
  try {
    const project = await readProject(directory, {});
    return { ...project, warnings: project.warnings.map(relative) };
  } catch (error) {
    throw new Error(relative((error as Error).message));
  }
}

const warningsOf = async (toml: string) => (await read(toml)).warnings;

it('names file and line of what it leaves out of config.toml', async () => {
  const toml = `project_id = "notes"
[api]
schemas = ["public"]
port = 54321
[realtime]
enabled = true
[edge_runtime]
enabled = true
[db.vault]
token = "env(TOKEN)"
[auth.hook.send_email]
enabled = true
uri = "pg-functions://postgres/public/send"
[auth.email.template.invite]
subject = "Come in"
content_path = "./invite.html"
[auth.email.notification.phone_changed]
enabled = true
[auth.email.notification.identity_linked]
enabled = true
subject = "Is this you?"
[auth.rate_limit]
email_sent = 2
token_refresh = 150
sms_sent = 30
[auth.sms.twilio]
enabled = true
[auth.external.apple]
enabled = true
client_id = "x"
secret = "y"
[functions.greet]
verify_jwt = false
[storage.buckets.pictures]
public = true
objects_path = "./pictures"
`;
  expect(await warningsOf(toml)).toEqual([
    'config.toml:5: [realtime] is left out: nobody is told of changes, and no channel opens.',
    'config.toml:7: [edge_runtime] is left out: functions are not served.',
    'config.toml:9: [db.vault] is left out: the database stores no secrets.',
    'config.toml:11: [auth.hook.send_email] is left out: hooks are not run: mails go through [auth.email.smtp].',
    "config.toml:14: [auth.email.template.invite] is left out: mails have the backend's own plain text.",
    'config.toml:17: [auth.email.notification.phone_changed] is left out: phone numbers are refused.',
    "config.toml:21: [auth.email.notification.identity_linked] subject is left out: mails have the backend's own plain text.",
    'config.toml:24: [auth.rate_limit] token_refresh, sms_sent are left out: of the limits only email_sent is read; --rate-limits has its own.',
    'config.toml:26: [auth.sms.twilio] is left out: phone numbers are refused.',
    'config.toml:32: [functions.greet] is left out: functions are not served.',
    'config.toml:36: [storage.buckets.pictures] objects_path is left out.',
    'config.toml:28: [auth.external.apple] is left out: it needs the url of its issuer.',
  ]);
});

it('reads which changes of their account owners are emailed about', async () => {
  expect((await read('')).auth.settings.notices).toEqual([]);
  for (const kind of noticeKinds) {
    const { auth, warnings } = await read(`[auth.email.notification.${kind}]\nenabled = true`);
    expect(auth.settings.notices).toEqual([kind]);
    expect(warnings).toEqual([]);
  }
});

it('says nothing of what is switched off, or concerns the CLI alone', async () => {
  const toml = `project_id = "notes"
[db]
major_version = 17
[db.pooler]
enabled = false
[realtime]
enabled = false
[studio]
enabled = true
[inbucket]
enabled = true
port = 54324
[auth]
enable_refresh_token_rotation = true
[auth.hook.custom_access_token]
enabled = false
uri = "pg-functions://postgres/public/claims"
[auth.sms]
enable_signup = false
[auth.mfa.phone]
enroll_enabled = false
[auth.external.apple]
enabled = false
[analytics]
enabled = true
`;
  expect(await warningsOf(toml)).toEqual([]);
});

it.each([
  [
    '[auth.hook.before_user_created]\nenabled = true',
    'auth.hook.before_user_created: hooks are not run',
  ],
  [
    '[auth.hook.custom_access_token]\nenabled = true',
    'auth.hook.custom_access_token: hooks are not',
  ],
  ['[auth]\nenabled = false', 'auth.enabled: this interface cannot be switched off'],
  ['[storage]\nenabled = false', 'storage.enabled: this interface cannot be switched off'],
  ['[auth.email]\nenable_signup = false', 'auth.email.enable_signup: accounts are opened by email'],
  ['[auth.sessions]\ntimebox = "24h"', 'auth.sessions: sessions would last longer'],
])('refuses to start without what protects a project: %s', async (toml, reason) => {
  const line = toml.includes('\nenabled = false') || toml.includes('enable_signup') ? 3 : 2;
  await expect(warningsOf(`# A project.\n${toml}\n`)).rejects.toThrow(
    `config.toml cannot be used.\n  config.toml:${line}: ${reason}`,
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { authLimits } from '@liv-fit/backend/auth';
import { describe, expect, it } from 'vitest';
import { functionLimits, limits, type RateLimit } from './limits.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(`${root}server`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'limits.ts')
  .map((file) => ({ file, text: readFileSync(`${root}server/${file}`, 'utf8') }));

describe('limits', () => {
  it('stand in one file: nobody else counts with numbers of their own', () => {
    const counting = sources.filter(({ text }) => text.includes('rate-limiter-flexible'));
    expect(counting.map(({ file }) => file)).toEqual(['http/rate-limiter.ts']);
    const limiting = sources.filter(({ text }) => /createRateLimiter\((?!\s*\.\.\.)/.test(text));
    for (const { file, text } of limiting) {
      expect([file, text]).toEqual([file, expect.stringContaining('/limits.ts')]);
    }
  });

  it('are all enforced somewhere', () => {
    const code = sources.map(({ text }) => text).join('\n');
    const named = { ...limits, ...functionLimits };
    expect(Object.keys(named).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual(
      [],
    );
  });

  it('of accounts are those that config.toml gives a hosted project', () => {
    const config = readFileSync(`${root}supabase/config.toml`, 'utf8');
    const [, table = ''] = config.split('[auth.rate_limit]\n');
    const [lines = ''] = table.split('\n\n');
    const set = [...lines.matchAll(/^(\w+) = (\d+)$/gm)].map(([, name, n]) => [name, Number(n)]);
    const inFiveMinutes = ({ refillMs }: { refillMs: number }) => (5 * 60_000) / refillMs;
    expect(Object.fromEntries(set)).toEqual({
      email_sent: limits.accountMails.count,
      token_refresh: inFiveMinutes(authLimits.token_refresh),
      sign_in_sign_ups: inFiveMinutes(authLimits.sign_in_sign_ups),
      token_verifications: inFiveMinutes(authLimits.token_verifications),
    });
  });

  it('stand in docs/limits.md', async () => {
    await expect(drawPage()).toMatchFileSnapshot(`${root}docs/limits.md`);
  });
});

function drawPage(): string {
  const row = ({ what, count, seconds, per, why }: RateLimit) =>
    `| ${what} | ${count.toLocaleString('en-US')} in ${describeTime(seconds)} | ${per} | ${why} |`;
  const accounts = Object.entries(authLimits).map(
    ([name, { what, burst, refillMs, per, why }]) =>
      `| \`${name}\`: ${what} | ${burst}, then one every ${describeTime(refillMs / 1000)} | ${per} | ${why} |`,
  );
  const head = '| what | how many | for each | why |\n|---|---|---|---|';
  return `# Limits

How often something may be done. Drawn from the code (\`npx vitest run server/limits.test.ts -u\`): a
number is changed in \`server/limits.ts\`, or for accounts in \`packages/backend/src/auth/limits/rate-limits.ts\`. A network
is an IPv4 address, or 64 bits of IPv6; its address is the one that \`TRUST_PROXY\` makes trustworthy.
A range is the 256 IPv4 addresses, or the 48 bits of IPv6, around it.
Each process counts for itself what it holds in memory; unpaid orders, messages told to the team and
views are counted in the database, for all processes. Too much is answered by 429 with \`Retry-After\`.
\`RATE_LIMITS=off\` (loopback only, for load tests) switches off all but limits on mails to the team and
on certificates.

## Functions

Which function has which limit: [functions.md](functions.md). Each function counts for itself.

${head}
${Object.values(functionLimits).map(row).join('\n')}

## The rest of the shop

${head}
${Object.values(limits).map(row).join('\n')}

## Accounts

On a hosted project \`[auth.rate_limit]\` of \`supabase/config.toml\` holds instead; a test keeps the
numbers there the same as here.

${head}
${accounts.join('\n')}

## Elsewhere

| what | where |
|---|---|
| calls of the table interface, of accounts and of files; how many run and wait at once | \`limit-callers.ts\` of the backend |
| time that one visitor's statements take while others wait | [operating.md](operating.md), "Fair turns" |
| one mail of a kind to one address each minute | \`max_frequency\`: \`mailInterval\` of the accounts' settings |
| one copy of a mail each minute, however often it is asked for | \`server/orders/emails/resend-mail.ts\` |
| one view of a product in half an hour for each network | \`private.record_product_view\` |
| how long a connection may take to send and read | \`server/http/time-limits.ts\` |
`;
}

function describeTime(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

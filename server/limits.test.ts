import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { authLimits } from '@liv-fit/backend/auth';
import { callerLimits, callWeights } from '@liv-fit/backend/http';
import { describe, expect, it } from 'vitest';
import { functionLimits, limits, type RateLimit } from './limits.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(`${root}server`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'limits.ts')
  .map((file) => ({ file, text: readFileSync(`${root}server/${file}`, 'utf8') }));

describe('limits', () => {
  it('are in one file: no other file counts with numbers of its own', () => {
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

  it('match docs/limits.md', async () => {
    await expect(renderPage()).toMatchFileSnapshot(`${root}docs/limits.md`);
  });
});

function renderPage(): string {
  const row = ({ what, count, seconds, per, why }: RateLimit) =>
    `| ${what} | ${count.toLocaleString('en-US')} in ${describeTime(seconds)} | ${per} | ${why} |`;
  const accounts = Object.entries(authLimits).map(
    ([name, { what, burst, refillMs, per, why }]) =>
      `| \`${name}\`: ${what} | ${burst}, then one every ${describeTime(refillMs / 1000).replace(/^an? /, '')} | ${per} | ${why} |`,
  );
  const calls = Object.entries({
    'calls to tables and accounts': callerLimits.calls,
    'files read': callerLimits.files,
    'files uploaded': callerLimits.uploads,
  }).map(
    ([what, { callsPerMinute, running, waiting }]) =>
      `| ${what} | ${callsPerMinute.toLocaleString('en-US')} | ${running} | ${waiting} | network |`,
  );
  const head = '| what | how many | for each | why |\n|---|---|---|---|';
  return `# Limits

How often something may be done. Generated from the code (\`npx vitest run server/limits.test.ts -u\`): change a
number in \`server/limits.ts\`, or for accounts and calls of the backend in
\`packages/backend/src/limits.ts\`. A network is an IPv4 address, or 64 bits of IPv6; \`TRUST_PROXY\` says whose word on it counts.
A range is the 256 IPv4 addresses, or the 48 bits of IPv6, around it. For “network and range” a whole range has four times as much as a network.
All processes of a shop count together, in PostgreSQL; calls of the backend a fiftieth of the limit at a time, so that three of them let
through at most a sixteenth more. Each keeps for itself when its refusals are sent, and how many calls it answers at once; while PostgreSQL is
away, each counts for itself. Requests beyond a limit get 429 with \`Retry-After\`.
\`RATE_LIMITS=off\` (loopback only, for load tests) switches off all but the limits on emails about messages
and orders, on views and on certificates.

## Functions

Which function has which limit: [functions.md](functions.md). Each function counts for itself.

${head}
${Object.values(functionLimits).map(row).join('\n')}

## The rest of the shop

${head}
${Object.values(limits).map(row).join('\n')}

## Accounts

On a hosted project \`[auth.rate_limit]\` of \`supabase/config.toml\` applies instead; a test keeps
its numbers the same.

${head}
${accounts.join('\n')}

## Calls of the backend

| what | in a minute | answered at once | waiting | for each |
|---|---|---|---|---|
${calls.join('\n')}

A long call to tables or accounts counts as several: one more for every ${kilobytes(callWeights.bytesPerCall)} sent and every
${kilobytes(callWeights.answerBytesPerCall)} answered, ${callWeights.heaviest} at most. One that sends a list of files counts likewise by what it sends.
The secret key is not limited.

## Elsewhere

| what | where |
|---|---|
| how long one visitor's statements may run while others wait | [operating.md](operating.md), "Fair turns" |
| one email of a kind to one address each minute | \`max_frequency\`: \`mailInterval\` of the accounts' settings |
| 50 sessions of an account, those with a second factor first; beyond that the one that was used the longest ago ends | \`packages/backend/src/auth/sessions/sessions.ts\` |
| 200 lines in an account’s cart | \`private.most_cart_lines\` |
| 500,000 characters and 20,000 HTML tags in a post | \`domain/article-rules.ts\` |
| 50 lines in an order | \`domain/checkout-request.ts\` |
| 64 kB, 50,000 values and 250 levels of JSON sent to \`/storage/v1\`; lists of names 1 MB | \`packages/backend/src/storage/read-json.ts\` |
| 16 MB in an answer of the REST API, but for the secret key | \`packages/backend/src/rest/sql/result-sql.ts\` |
| 512 small chunks of bodies, and 128 more each second, on one connection; small are those beyond 16 of a body that have less than 512 bytes on average | \`packages/backend/src/bounded-message.ts\` |
| 32 MB of pictures in sizes of its own that a network has the shop keep in an hour, and a range four times as much; more are made but not kept | \`packages/backend/src/storage/images/renditions.ts\` |
| 20 cards of shared links that one network may have waiting | \`server/link-previews/preview-routes.ts\` |
| one view of a product in half an hour for each network | \`private.record_product_view\` |
| how long a connection may take to send and read | \`server/http/time-limits.ts\` |
| how many connections a network may keep open, and open within a second, where visitors reach the shop directly (a flood of more than some 5,000 a second is for what stands in front) | \`server/http/limit-connections.ts\` |
| how many requests a connection may send ahead | \`server/http/answer-in-turn.ts\` |
| 500 requests of a network, of whatever kind, in a second, and 1,000 more at first; later ones wait, and beyond 5 seconds of waiting are refused; a range has four times as much | \`server/http/pace-requests.ts\` |
| how many bytes of reports with pictures a network, and everybody together, may have under way; beyond that 429 | \`server/functions/functions.ts\` |
`;
}

const kilobytes = (bytes: number) => `${bytes / 1024} kB`;

function describeTime(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

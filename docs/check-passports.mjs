// biome-ignore-all lint/suspicious/noConsole: it speaks to a terminal
// Checks a shop's passports without trusting it: node check-passports.mjs https://shop.example [SH2041 …]
// Keeps the log's head in the file seen-head.json, and fails when the log does not continue the one seen last.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [origin, ...codes] = process.argv.slice(2);
const fail = (problem) => {
  console.error(problem);
  process.exit(1);
};
const read = async (path) => (await fetch(new URL(path, origin))).json();
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;
const canonical = (value) => JSON.stringify(sorted(value)); // RFC 8785, for what passports hold
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const { keys } = await read('/.well-known/authenticity-keys.json');
function signed(value, jws) {
  const [header, , signature] = jws.split('.');
  const jwk = keys.find(({ kid }) => kid === JSON.parse(Buffer.from(header, 'base64url')).kid);
  const text = `${header}.${Buffer.from(canonical(value)).toString('base64url')}`;
  return (
    jwk &&
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: jwk, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  );
}

const { entries, head } = await read('/transparency.json');
const hashes = entries.map((entry) => sha256(canonical(entry)));
entries.forEach(({ seq, previous }, index) => {
  if (seq !== index + 1 || previous !== (hashes[index - 1] ?? '0'.repeat(64)))
    fail(`The log is broken at entry ${index + 1}.`);
});
if (head) {
  const { signature, ...rest } = head;
  if (rest.size !== entries.length || rest.sha256 !== hashes.at(-1) || !signed(rest, signature))
    fail("The log's head does not fit the log.");
}
const file = process.env.SEEN_HEAD ?? 'seen-head.json';
const seen = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
if (seen && hashes[seen.size - 1] !== seen.sha256)
  fail('The log does not continue the one that was seen last.');

for (const code of codes.length > 0 ? codes : new Set(entries.map(({ batch }) => batch))) {
  const answer = await fetch(new URL(`/batch/${encodeURIComponent(code)}.json`, origin));
  if (answer.status === 404 && codes.length === 0) {
    console.log(`${code}: not published any more`);
    continue;
  }
  const { signature, ...passport } = await answer.json();
  if (!signature || !signed(passport, signature)) fail(`${code}: the signature does not fit.`);
  if (entries[passport.log.entry - 1]?.passport !== sha256(canonical(passport)))
    fail(`${code}: the log holds another passport.`);
  if (entries.findLast(({ batch }) => batch === code)?.seq !== passport.log.entry)
    fail(`${code}: the log holds a newer passport.`);
  for (const { url, sha256: hash } of passport.documents) {
    const document = await fetch(new URL(url, answer.url));
    if (sha256(Buffer.from(await document.arrayBuffer())) !== hash)
      fail(`${code}: a document is another one.`);
  }
  console.log(`${code}: genuine, entry ${passport.log.entry} of the log`);
}
if (head) writeFileSync(file, JSON.stringify({ size: head.size, sha256: head.sha256 }));

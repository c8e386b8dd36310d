// Checks a shop's log and passports without trusting it: node check-passports.mjs https://shop.example [SH2041 …]
// Keeps the log's head and the keys in seen-head.json, and fails when the log does not continue the one seen last, or
// a key is used that none of those keys vouches for.
import assert from 'node:assert';
import { createHash, verify } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});
const [origin, ...chosen] = process.argv.slice(2);
const read = async (path) => (await fetch(new URL(path, origin))).json();
const byKey = ([a], [b]) => (a < b ? -1 : 1);
const sorted = (_, value) =>
  value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort(byKey)) : value;
const canonical = (value) => JSON.stringify(value, sorted); // RFC 8785, as far as passports need it
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const file = process.env.SEEN_HEAD ?? 'seen-head.json';
const seen = existsSync(file) ? JSON.parse(readFileSync(file)) : null;
const keys = [];
/** The hash of what was signed; false where no key of the shop's fits. */
const signed = ({ signature = '', ...rest }) => {
  const [header, , bytes = ''] = signature.split('.');
  const text = Buffer.from(`${header}.${Buffer.from(canonical(rest)).toString('base64url')}`);
  const fits = (key) => verify(null, text, { key, format: 'jwk' }, Buffer.from(bytes, 'base64url'));
  return keys.some(fits) && sha256(canonical(rest));
};

const published = await read('/.well-known/authenticity-keys.json');
for (const key of published.keys.reverse()) {
  const trusted = !seen?.keys || seen.keys.includes(key.x) || signed(key);
  assert(trusted, `No key that was seen last vouches for the key ${key.kid}. Ask the shop.`);
  keys.push({ kty: 'OKP', crv: 'Ed25519', x: key.x }); // whatever else it says of itself
}
const { entries, head } = await read('/transparency.json');
const hashes = entries.map((entry) => sha256(canonical(entry)));
for (const [n, { seq, previous }] of entries.entries()) {
  const follows = seq === n + 1 && previous === (hashes[n - 1] ?? '0'.repeat(64));
  assert(follows, `The log is broken at entry ${n + 1}.`);
}
const ends = (at) => at.size === hashes.length && at.sha256 === hashes.at(-1) && signed(at);
assert(head ? ends(head) : hashes.length === 0, "The log's head does not fit the log.");
const continues = !seen?.size || hashes[seen.size - 1] === seen.sha256;
assert(continues, 'The log does not continue the one that was seen last.');

for (const code of chosen.length > 0 ? chosen : new Set(entries.map(({ batch }) => batch))) {
  const answer = await fetch(new URL(`/batch/${encodeURIComponent(code)}.json`, origin));
  const passport = await answer.json();
  if (answer.status === 404) {
    console.log(`${code}: not published any more`);
    continue;
  }
  const hash = signed(passport);
  assert(hash, `${code}: the signature does not fit.`);
  const newest = entries.findLast(({ batch }) => batch === code);
  assert(newest?.passport === hash, `${code}: the log's newest is another passport.`);
  for (const { url, sha256: published } of passport.documents) {
    const document = await (await fetch(new URL(url, answer.url))).arrayBuffer();
    assert(sha256(new Uint8Array(document)) === published, `${code}: a document is another one.`);
  }
  console.log(`${code}: genuine, entry ${newest.seq} of the log`);
}
const known = { size: head?.size, sha256: head?.sha256, keys: keys.map(({ x }) => x) };
writeFileSync(file, JSON.stringify(known));

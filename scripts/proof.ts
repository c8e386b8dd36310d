/**
 * `npm run proof -- [--size small|full] [--only NAME]… [--seed N]`: runs everything that proves
 * what the shop promises under failure and load, prints one table and writes docs/proof.md. Small
 * takes about twenty minutes, full several hours. Randomized proofs print their seed, which repeats
 * the same run.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { type Proof, proofs, type Size } from './proof/proofs.ts';
import { type Proved, writePage } from './proof/write-page.ts';
import { root } from './run-step.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    only: { type: 'string', multiple: true },
    seed: { type: 'string' },
  },
});
const names = proofs.map(({ name }) => name);
const { only } = values;
const isKnown =
  (values.size === 'small' || values.size === 'full') &&
  (only ?? []).every((name) => names.includes(name));
if (!isKnown) {
  console.log(`--size small|full --only ${names.map((name) => `"${name}"`).join('|')} --seed N`);
  process.exit(1);
}
const size = values.size as Size;
const seed = Number(values.seed) || 1 + Math.floor(Math.random() * 999_999);
ensureSystemPackages(['postgresql', 'caddy']);

const page = path.join(root, 'docs/proof.md');
/** The load beforehand shows what else the machine was doing. */
const machine = `${os.availableParallelism()} × ${os.cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(1)} before, seed ${seed}`;
const results: Proved[] = [];
console.log(`Seed ${seed}, size ${size}`);
for (const proof of proofs.filter(({ name }) => !only || only.includes(name))) {
  const proved = await prove(proof);
  results.push(proved);
  console.log(`${proved.held ? '✓' : '✗'} ${proved.name} (${Math.round(proved.seconds)} s)`);
  for (const line of proved.figures) console.log(`  ${line}`);
  // Written after each proof, so that an interrupted run keeps its results.
  const former = existsSync(page) ? readFileSync(page, 'utf8') : '';
  writeFileSync(page, writePage(former, [proved], names, machine));
}
console.log(/^\|.*\|$(?:\n\|.*\|$)*/m.exec(readFileSync(page, 'utf8'))?.[0]);
process.exit(results.every(({ held }) => held) ? 0 : 1);

async function prove({ name, claim, command, env, figures }: Proof): Promise<Proved> {
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const began = performance.now();
  const [file = '', ...args] = command(size);
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env?.(size, seed) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  const text = stripVTControlCharacters(output);
  if (code !== 0) console.log(text);
  return {
    name,
    claim,
    size,
    when,
    seconds: (performance.now() - began) / 1_000,
    held: code === 0,
    figures: (text.match(figures) ?? []).map((line) => line.trim()),
  };
}

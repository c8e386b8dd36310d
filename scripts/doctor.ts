/**
 * `npm run doctor [-- --json] [--mail ADDRESS]`: checks in the shop's own environment what it needs to run, beside a
 * running shop or without one, and changes nothing. Ends with 0 when all is well, 1 on a fault, 2 when
 * something could not be checked. `--mail` sends a test email.
 */
import './plain-errors.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '#package.json' with { type: 'json' };
import { examine } from '#server/doctor/examine.ts';
import { exitCodeOf, type Finding, fault } from '#server/doctor/finding.ts';
import { type Config, readConfig } from '#server/env.ts';
import { ConfigError } from '#server/variables.ts';

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, mail: { type: 'string' } },
});
const marks = { ok: '✓', fault: '✗', unchecked: '?' };

function read(): Config | Finding[] {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.message.split('\n').map((line) => line.trim());
    const [first = '', ...others] = problems;
    return (others.length > 0 ? others : [first]).map((line) => fault('configuration', line));
  }
}

const config = read();
const findings = Array.isArray(config)
  ? config
  : await examine({
      config,
      root: path.resolve(import.meta.dirname, '..'),
      version: packageJson.version,
      mailTo: flags.mail ?? null,
    });
const exitCode = exitCodeOf(findings);
if (flags.json) {
  process.stdout.write(`${JSON.stringify({ exitCode, findings }, null, 2)}\n`);
} else {
  for (const { about, state, detail } of findings) {
    process.stdout.write(`${marks[state]} ${about}: ${detail}\n`);
  }
}
// Connections to payment services are kept for a while.
process.exit(exitCode);

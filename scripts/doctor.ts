/**
 * `npm run doctor [-- --json] [--mail ADDRESS]`: checks, in the shop's own environment, everything
 * it needs to run, whether or not the shop is running, and changes nothing. Exits with 0 if all is
 * well, 1 on a fault, 2 if something could not be checked. `--mail` sends a test email.
 */
import './plain-errors.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '#package.json' with { type: 'json' };
import { examineEnvironment } from '#server/doctor/examine-environment.ts';
import { exitCodeOf } from '#server/doctor/finding.ts';

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, mail: { type: 'string' } },
});
const marks = { ok: '✓', fault: '✗', unchecked: '?' };

const findings = await examineEnvironment(process.env, {
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
// Keep-alive connections to payment services would delay the exit.
process.exit(exitCode);

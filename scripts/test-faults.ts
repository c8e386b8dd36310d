/**
 * `npm run test:faults -- [--only WORDS]`: breaks what the shop depends on, one thing at a time,
 * while somebody pays. Fails if nobody is told what is wrong within a minute, or if pending work is
 * not done within five minutes after the fault ends. Mounts a small disk, so it must run as root.
 */
import { parseArgs } from 'node:util';
import { type Outcome, showFaults } from '#tests/faults/faults.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
ensureSystemPackages(['postgresql']);
console.log('| fault | named after | as | over after | all that waited done after |');
console.log('|---|---|---|---|---|');
const shown: Outcome[] = [];
for await (const each of showFaults(values.only)) {
  shown.push(each);
  const cells =
    'error' in each
      ? [each.fault, 'did not hold', each.error, '', '']
      : [
          each.fault,
          `${each.namedAfter} s`,
          each.named,
          each.overAfter === null ? '–' : `${each.overAfter} s`,
          `${each.drainedAfter} s`,
        ];
  console.log(`| ${cells.join(' | ')} |`);
}
const held = shown.length > 0 && shown.every((each) => !('error' in each));
console.log(held ? 'Everything held.' : 'Did not hold.');
process.exit(held ? 0 : 1);

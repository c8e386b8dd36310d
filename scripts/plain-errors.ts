/** Imported first by commands for people: what fails is told in words, not as a stack trace. */
import { describeFailure } from '#server/describe-failure.ts';

process.on('uncaughtException', (error) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
});

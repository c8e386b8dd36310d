/** Imported first by commands people run: reports failures in plain words instead of a stack trace. */
import { describeFailure } from '#server/describe-failure.ts';

process.on('uncaughtException', (error) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
});

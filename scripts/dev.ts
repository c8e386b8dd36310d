/**
 * `npm run dev`: runs the shop with hot reload of its pages (Vite), and restarts it when a server
 * file or migration changes.
 */
import { restartOnChange } from './dev/restart-on-change.ts';
import { root } from './run-step.ts';

const shop = restartOnChange({
  root,
  folders: ['server', 'domain', 'emails', 'packages', 'supabase'],
  args: ['--conditions=development', 'server/main.ts', '--dev'],
  say: (line) => console.log(`\n  ${line}\n`),
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => process.exit((await shop.stop(signal)) ?? 1));
}

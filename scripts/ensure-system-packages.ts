import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const needs = [
  { package: 'chromium', present: () => existsSync('/usr/bin/chromium') },
  {
    package: 'postgresql',
    present: () => globSync('/usr/lib/postgresql/*/bin/postgres').length > 0,
  },
];

/**
 * The tests need a real browser and a real PostgreSQL. Installs what is missing where it may
 * (Debian, as root), and otherwise returns what somebody must install by hand.
 */
export function ensureSystemPackages(): string[] {
  const missing = needs.filter((need) => !need.present()).map((need) => need.package);
  if (missing.length === 0) return [];
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing;
  console.log(`Installing ${missing.join(' and ')} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  return needs.filter((need) => !need.present()).map((need) => need.package);
}

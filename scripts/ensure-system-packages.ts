import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

type SystemPackage = 'caddy' | 'chromium' | 'chromium-headless-shell' | 'postgresql' | 'wrk';

const present: Record<SystemPackage, () => boolean> = {
  caddy: () => existsSync('/usr/bin/caddy'),
  chromium: () => existsSync('/usr/bin/chromium'),
  'chromium-headless-shell': () => existsSync('/usr/bin/chromium-headless-shell'),
  postgresql: () => globSync('/usr/lib/postgresql/*/bin/postgres').length > 0,
  wrk: () => existsSync('/usr/bin/wrk'),
};

/**
 * Tests and benchmarks need a real browser, a real PostgreSQL and a load generator. Installs
 * missing packages if it can (Debian, as root); otherwise returns what must be installed by hand.
 */
export function ensureSystemPackages(needed: readonly SystemPackage[]): string[] {
  const missing = needed.filter((name) => !present[name]());
  if (missing.length === 0) return [];
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing;
  console.log(`Installing ${missing.join(' and ')} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  return missing.filter((name) => !present[name]());
}

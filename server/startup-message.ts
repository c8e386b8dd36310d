import { type Config, isLoopbackAddress } from './env.ts';
import type { Sandbox } from './setup/start-sandbox.ts';

export interface StartupFacts {
  name: string;
  /** The shop's URL. */
  shop: string;
  /** Origin of the sandbox, if one is running. */
  sandbox: string | null;
  simulated: readonly string[];
  /** Only if the account was just created. */
  credentials: { email: string; password: string } | null;
  notes: readonly string[];
}

/** What the person who started the shop needs to know once it is open. */
export function startupMessage({
  name,
  shop,
  sandbox,
  simulated,
  credentials,
  notes,
}: StartupFacts): string {
  const lines = ['', `  ${name} is open:  ${shop}`];
  if (sandbox) {
    lines.push(`  Sandbox:          ${sandbox}  (simulates ${simulated.join(', ')})`);
    lines.push(`  Mailbox:          ${sandbox}/mail`);
  }
  if (credentials) {
    lines.push('', '  The admin account, shown only this once:');
    lines.push(`    Email:    ${credentials.email}`, `    Password: ${credentials.password}`);
  }
  if (notes.length > 0) lines.push('', ...notes.map((note) => `  ${note}`));
  return `${lines.join('\n')}\n\n`;
}

/** Notes about URLs for a shop that can be reached from the network. */
export function describeReach(
  { host, siteUrl }: Pick<Config, 'host' | 'siteUrl'>,
  origin: string,
  sandbox: Pick<Sandbox, 'url'> | null,
): string[] {
  if (isLoopbackAddress(host)) return [];
  return [
    ...(siteUrl
      ? []
      : [`SITE_URL is not set: links in emails, and on hosts not known here, point to ${origin}.`]),
    ...(sandbox
      ? [
          `SANDBOX=public: the simulated payment pages are reachable from the network on port ${new URL(sandbox.url).port}.`,
          `The mailbox and the sandbox's controls answer on this machine only.`,
        ]
      : []),
  ];
}

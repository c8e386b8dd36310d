export interface Greeting {
  shop: string;
  /** Origin of the sandbox, where one runs. */
  sandbox: string | null;
  simulated: readonly string[];
  /** Only when the account was created just now. */
  credentials: { email: string; password: string } | null;
  notes: readonly string[];
}

/** What whoever started the shop needs to know, once it is open. */
export function greet({ shop, sandbox, simulated, credentials, notes }: Greeting): string {
  const lines = ['', `  Liv Fit is open:  ${shop}`];
  if (sandbox) {
    lines.push(`  Sandbox:          ${sandbox}  (simulates ${simulated.join(', ')})`);
    lines.push(`  Mailbox:          ${sandbox}/mail`);
  }
  if (credentials) {
    lines.push('', '  The admin account, shown this once:');
    lines.push(`    E-mail:   ${credentials.email}`, `    Password: ${credentials.password}`);
  }
  if (notes.length > 0) lines.push('', ...notes.map((note) => `  ${note}`));
  return `${lines.join('\n')}\n\n`;
}

import { ConfigError } from '#server/variables.ts';

/**
 * Checked at start; otherwise a typo in the key would only show up at the first backup, at night.
 */
export async function requireRecipient(recipient: string): Promise<void> {
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(recipient);
  } catch {
    throw new ConfigError('BACKUP_RECIPIENT: this age public key has a typo');
  }
}

/** Persists secrets across restarts. */
export interface SecretStore {
  /**
   * Returns the stored secret of that name. If there is none, generates and stores one; concurrent
   * callers all get the same.
   */
  keep(name: string, generate: () => string | Promise<string>): Promise<string>;
  /** The currently stored secret, or null if there is none. */
  read(name: string): Promise<string | null>;
  /** Replaces `expected` with `next`. Returns false if something else is stored by now. */
  replace(name: string, expected: string, next: string): Promise<boolean>;
}

/** Keeps secrets across restarts. */
export interface SecretStore {
  /**
   * The stored secret of that name. When there is none, one is generated and stored; callers that
   * start at once all receive the same.
   */
  keep(name: string, generate: () => string | Promise<string>): Promise<string>;
  /** The stored secret as it is now, or null when there is none. */
  read(name: string): Promise<string | null>;
  /** Replaces `expected` with `next`. Returns false when something else is stored by now. */
  replace(name: string, expected: string, next: string): Promise<boolean>;
}

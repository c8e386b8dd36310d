/** Keeps secrets across restarts. */
export interface SecretStore {
  /**
   * The kept secret of that name. When there is none, one is generated and kept; callers that
   * start at once all receive the same.
   */
  keep(name: string, generate: () => string | Promise<string>): Promise<string>;
  /** The kept secret as it is now, or null when there is none. */
  read(name: string): Promise<string | null>;
  /** Puts `next` in the place of `expected`. Answers false when something else is kept by now. */
  replace(name: string, expected: string, next: string): Promise<boolean>;
}

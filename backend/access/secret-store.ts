/** Keeps secrets across restarts. */
export interface SecretStore {
  /**
   * The kept secret of that name. When there is none, one is generated and kept; callers that
   * start at once all receive the same.
   */
  keep(name: string, generate: () => string | Promise<string>): Promise<string>;
}

/** Authenticating callers: keys, tokens, and the stores for secrets. */
export { type Authenticator, createAuthenticator } from '../access/authenticate-request.ts';
export { changeSigningKeys } from '../access/change-signing-keys.ts';
export { createDatabaseSecretStore } from '../access/database-secret-store.ts';
export { createFileSecretStore } from '../access/file-secret-store.ts';
export { loadSecrets, readSigningKeys, secretNames } from '../access/load-secrets.ts';
export type { SecretStore } from '../access/secret-store.ts';
export { createSessionCheck } from '../access/session-check.ts';
export { listSigningKeys, revokeSigningKey, rotateSigningKeys } from '../access/signing-keys.ts';
export { createTokenSigner } from '../access/token-signer.ts';

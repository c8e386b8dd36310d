/** No browser or proxy uses a connection like this: it is closed, and its network may be blocked. */
export class ConnectionMisused extends Error {
  override readonly name = 'ConnectionMisused';
  readonly code = 'ERR_CONNECTION_MISUSED';
}

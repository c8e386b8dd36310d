/** No browser or proxy uses a connection like this: it is cut, and its network may be shut out. */
export class ConnectionMisused extends Error {
  override readonly name = 'ConnectionMisused';
  readonly code = 'ERR_CONNECTION_MISUSED';
}

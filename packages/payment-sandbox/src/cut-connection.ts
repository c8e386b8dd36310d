import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/** Drops the connection without a response, after the work is done. */
export function cutConnection(c: Context): Response {
  const socket = c.env?.incoming?.socket;
  if (socket === undefined) return c.body(null, 502);
  socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

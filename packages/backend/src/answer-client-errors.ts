import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ConnectionMisused } from './connection-misused.ts';

/**
 * Bytes for the request line and headers: a URL of 16 KiB, which the REST API accepts, plus the
 * same again for headers. For `createServer`.
 */
export const maximumHeaderSize = 32 * 1024;

/** Milliseconds a client gets to read why it was refused, while the rest of its request is dropped. */
const grace = 2_000;
/** Packets (64 KiB at most) that may follow a refused one. A long URL arrives in a few. */
const maxPackets = 16;

/**
 * Answers what Node's HTTP parser rejects. Same as Node, but with a body, and with 414 if the URL
 * is too long rather than a header.
 */
export function answerClientErrors(server: Server): void {
  const packetsSince = new WeakMap<Duplex, number>();
  server.on('clientError', (error: ClientError, socket: Duplex) => {
    // The parser reports an error again for each packet that follows.
    const packets = packetsSince.get(socket);
    if (packets !== undefined) {
      packetsSince.set(socket, packets + 1);
      if (packets === maxPackets) socket.destroy(new ConnectionMisused('Not HTTP.'));
      return;
    }
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy(error);
      return;
    }
    packetsSince.set(socket, 0);
    const [status, message] = describe(error);
    const body = JSON.stringify({ code: 'bad_request', message, details: null, hint: null });
    socket.end(
      [
        `HTTP/1.1 ${status}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        'Access-Control-Allow-Origin: *',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    // Closing at once would reset the connection and lose the response.
    setTimeout(() => socket.destroy(), grace).unref();
  });
}

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function describe({ code, rawPacket }: ClientError): [status: string, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return isWithinUrl(rawPacket)
        ? ['414 URI Too Long', 'The URL of this request is too long.']
        : ['431 Request Header Fields Too Large', 'The headers of this request are too long.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'This request took too long to arrive.'];
    default:
      return ['400 Bad Request', 'This is not an HTTP request.'];
  }
}

/** The packet that exceeded the limit either starts with the request line or continues it. */
function isWithinUrl(packet: Buffer | undefined): boolean {
  const lineEnd = packet?.indexOf('\r\n') ?? -1;
  return lineEnd < 0 || lineEnd > maximumHeaderSize / 2;
}

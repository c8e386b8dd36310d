import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionMisused } from './connection-misused.ts';

/** Chunks of a request that may be of any size: parsing them costs less than the request itself. */
const freeChunks = 16;
/** Smallest average chunk size in bytes. Each chunk costs as much time as several kilobytes. */
const smallestAverage = 512;
/** Further small chunks that a connection may send: clients that write line by line send some. */
const mostSmall = 512;
/** How many of these a connection regains each second. */
const regainedPerSecond = 128;

/** What each connection has left of its small chunks, and since when, in milliseconds. */
const allowances = new WeakMap<Socket, { left: number; at: number }>();

/**
 * A request that must send its body in chunks of a reasonable size; otherwise the connection is
 * closed. One megabyte in chunks of 34 bytes keeps the process busy for 50 ms, in one-byte chunks
 * for 250 ms. Small chunks are counted for the whole connection, since many requests with some each
 * cost as much. For `createServer`.
 */
export class BoundedMessage extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      // The parser goes on to the end of what has arrived.
      if (this.socket.destroyed) return false;
      this.#chunks += 1;
      this.#bytes += chunk.length;
      const isSmall = this.#chunks > freeChunks && this.#bytes < this.#chunks * smallestAverage;
      if (isSmall && !takeSmallChunk(this.socket)) {
        this.socket.destroy(new ConnectionMisused('Its chunks are too small.'));
        return false;
      }
    }
    return super.push(chunk, encoding);
  }

  /** Called once a request has been answered whose body nobody reads. Node's own counts no chunks. */
  _dump(): void {
    this.removeAllListeners('data');
    this.resume();
  }
}

function takeSmallChunk(socket: Socket): boolean {
  const now = performance.now();
  const allowance = allowances.get(socket) ?? { left: mostSmall, at: now };
  const regained = ((now - allowance.at) / 1_000) * regainedPerSecond;
  allowance.left = Math.min(mostSmall, allowance.left + regained) - 1;
  allowance.at = now;
  allowances.set(socket, allowance);
  return allowance.left >= 0;
}

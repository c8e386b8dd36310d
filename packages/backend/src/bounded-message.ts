import { IncomingMessage } from 'node:http';
import { ConnectionMisused } from './connection-misused.ts';

/** Chunks to allow before checking their size: clients that write line by line send a few small ones. */
const fewChunks = 256;
/** Smallest average chunk size in bytes. Each chunk costs as much time as several kilobytes. */
const smallestAverage = 512;

/**
 * A request that must send its body in chunks of a reasonable size; otherwise the connection is
 * closed. One megabyte in chunks of 34 bytes keeps the process busy for 50 ms, in one-byte chunks
 * for seconds. For `createServer`.
 */
export class BoundedMessage extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      this.#chunks += 1;
      this.#bytes += chunk.length;
      if (this.#chunks > fewChunks && this.#bytes < this.#chunks * smallestAverage) {
        this.socket.destroy(new ConnectionMisused('Its chunks are too small.'));
        return false;
      }
    }
    return super.push(chunk, encoding);
  }
}

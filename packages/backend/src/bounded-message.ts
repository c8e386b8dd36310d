import { IncomingMessage } from 'node:http';
import { ConnectionMisused } from './connection-misused.ts';

/** Chunks of a body before their size counts: whoever writes by lines sends a few small ones. */
const fewChunks = 256;
/** Bytes in a chunk, on average. Each chunk costs as much time as some kilobytes. */
const smallestAverage = 32;

/**
 * A request whose body comes in chunks of a reasonable size; from any other the connection is cut. A
 * body of one megabyte in chunks of a byte each keeps the process busy for seconds. For
 * `createServer`.
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

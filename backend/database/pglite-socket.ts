import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/**
 * A socket whose other end is PGlite: what `pg` writes is executed at once, what PGlite answers is
 * read back. `pg` corks its writes, so a whole batch reaches PGlite as one message.
 */
export class PgliteSocket extends Duplex {
  private readonly pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.pglite = pglite;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.execute(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.execute(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  private execute(message: Buffer, done: (error?: Error) => void): void {
    const answer: Uint8Array[] = [];
    this.pglite
      .execProtocolRawStream(message, {
        syncToFs: false,
        // The bytes lie in PGlite's own memory and are overwritten by its next answer.
        onRawData: (bytes) => answer.push(bytes.slice()),
      })
      .then(
        // As from a socket, in a turn of its own: one after another in the same turn would keep
        // every other connection of the process waiting for the last.
        () =>
          setImmediate(() => {
            if (answer.length > 0) this.push(Buffer.concat(answer));
            done();
          }),
        (error: Error) => done(error),
      );
  }

  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

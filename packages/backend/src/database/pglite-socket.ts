import { Duplex } from 'node:stream';
import type { PgliteHost } from './pglite-host.ts';
import type { PgliteThread } from './pglite-thread.ts';
import type { ProcessorUse } from './running-turn.ts';

/**
 * A socket whose other end is PGlite in its thread: what `pg` writes is executed, and PGlite's
 * answer is read back. `pg` corks its writes, so a whole batch reaches PGlite as one message. When
 * the thread ends, the socket breaks like a connection to a server that shuts down.
 */
export class PgliteSocket extends Duplex {
  private readonly host: PgliteHost;
  private thread: PgliteThread | null = null;

  constructor(host: PgliteHost) {
    super();
    this.host = host;
  }

  connect(): this {
    this.host.thread().then(
      (thread) => {
        this.thread = thread;
        thread.lost.then((reason) => this.destroy(reason));
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  /** Ends the thread at once: the only way to cancel a statement. */
  interrupt(): void {
    this.thread?.terminate();
  }

  get isBusy(): boolean {
    return this.thread?.isBusy ?? false;
  }

  processor(): ProcessorUse | null {
    return this.thread?.processor() ?? null;
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
    const { thread } = this;
    if (!thread) {
      done(new Error('The socket is not connected.'));
    } else {
      thread.execute(message).then((answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer.buffer));
        done();
      }, done);
    }
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

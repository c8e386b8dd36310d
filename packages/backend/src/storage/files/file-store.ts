import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Where the bytes of objects lie, under keys of our own making (UUIDs). A key is written once and
 * never changed: a new version of an object is a new key.
 */
export interface FileStore {
  /** Takes the staged file over: afterwards it is whole under the key, or nothing is. */
  keep(key: string, stagedPath: string): Promise<void>;
  /** The bytes, or null when there is no such file. The caller reads or destroys the stream. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  copy(from: string, to: string): Promise<void>;
  /** Files that are already gone are no error. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

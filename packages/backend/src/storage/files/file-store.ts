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
 * Stores the bytes of objects under keys that we generate (UUIDs). A key is written once and never
 * changed: each new version of an object gets a new key.
 */
export interface FileStore {
  /** Moves the staged file into the store: atomic, so either all of it is stored under the key or nothing. */
  keep(key: string, stagedPath: string): Promise<void>;
  /** The bytes, or null if there is no such file. The caller must read or destroy the stream. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  copy(from: string, to: string): Promise<void>;
  /** Files that are already gone aren't an error. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

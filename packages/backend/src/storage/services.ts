import type { Database, RequestContext } from '../database/database.ts';
import type { Failure } from './failure.ts';
import type { FileStore } from './files/file-store.ts';
import type { ImageDecoder } from './images/image-decoder.ts';
import type { Renditions } from './images/renditions.ts';
import type { UrlTokens } from './url-tokens.ts';

export interface StorageServices {
  database: Database;
  files: FileStore;
  /** Holds uploads until they are complete and accepted; on the file store's disk, if it has one. */
  stagingDirectory: string;
  /** Maximum size of any object in bytes; buckets may set a lower one. */
  largestObject: number;
  urlTokens: UrlTokens;
  images: ImageDecoder;
  renditions: Renditions;
  /** Whether metadata is removed from images and videos in public buckets. */
  stripPublic: boolean;
  /** Private buckets whose uploads are treated the same way. */
  stripAlso: readonly string[];
}

export interface StorageCall extends StorageServices {
  request: Request;
  url: URL;
  /** `bucket` and `name`, decoded, if the route has them. */
  params: Readonly<Record<string, string>>;
  /** The operation as policies see it, such as `storage.object.list`. */
  operation: string;
  /** The caller; anonymous if the route accepts calls without a key. */
  context: RequestContext;
  /** False for a call without any key. */
  authenticated: boolean;
}

export type Endpoint = (call: StorageCall) => Promise<Response | Failure>;

import type { Database, RequestContext } from '../database/database.ts';
import type { Failure } from './failure.ts';
import type { FileStore } from './files/file-store.ts';
import type { ImageDecoder } from './images/image-decoder.ts';
import type { Renditions } from './images/renditions.ts';
import type { UrlTokens } from './url-tokens.ts';

export interface StorageServices {
  database: Database;
  files: FileStore;
  /** Where uploads lie until they are whole and found good; on the disk of the file store, if any. */
  stagingDirectory: string;
  /** Bytes that any object may have at most; buckets may say less. */
  largestObject: number;
  urlTokens: UrlTokens;
  images: ImageDecoder;
  renditions: Renditions;
  /** Whether pictures and videos of public buckets lose what they say beside what they show. */
  stripPublic: boolean;
  /** Buckets whose uploads are treated so although they are private. */
  stripAlso: readonly string[];
}

export interface StorageCall extends StorageServices {
  request: Request;
  url: URL;
  /** `bucket` and `name`, decoded, where the route has them. */
  params: Readonly<Record<string, string>>;
  /** What policies see as the operation, such as `storage.object.list`. */
  operation: string;
  /** The caller; anonymous where the route accepts calls without a key. */
  context: RequestContext;
  /** False for a call without any key. */
  authenticated: boolean;
}

export type Endpoint = (call: StorageCall) => Promise<Response | Failure>;

export interface Bucket {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  /** Bytes, or null for the service's limit. */
  file_size_limit: number | null;
  /** Null or empty for any. */
  allowed_mime_types: string[] | null;
}

/** What we know about an object's bytes; other services may have stored less. */
export interface ObjectMetadata {
  eTag?: string;
  size?: number;
  mimetype?: string;
  cacheControl?: string;
  lastModified?: string;
  contentLength?: number;
  httpStatusCode?: number;
  /** Set by us: the file contains nothing beyond what it shows. */
  stripped?: boolean;
}

export interface StoredObject {
  id: string;
  name: string;
  bucket_id: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
}

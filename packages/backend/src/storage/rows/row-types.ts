export interface Bucket {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  /** Bytes, or null for the service's own limit. */
  file_size_limit: number | null;
  /** Null or empty for any. */
  allowed_mime_types: string[] | null;
}

/** What we know of the bytes of an object; other services may have written less. */
export interface ObjectMetadata {
  eTag?: string;
  size?: number;
  mimetype?: string;
  cacheControl?: string;
  lastModified?: string;
  contentLength?: number;
  httpStatusCode?: number;
  /** Ours: nothing but what it shows is left in it. */
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

import type { RequestContext } from '../database/database.ts';
import type { BoundSearches } from './actions/bound-searches.ts';
import type { ParsedQuery } from './query/query-ast.ts';
import type { MediaType } from './request/negotiate-media-type.ts';
import type { Preferences } from './request/parse-preferences.ts';
import type { Schema } from './schema/schema.ts';

export interface RestSettings {
  /** Maximum number of rows of one relation per response (PostgREST's db-max-rows). */
  maximumRows: number;
  maximumBodyBytes: number;
  maximumUrlLength: number;
  /** PostgREST's db-aggregates-enabled. */
  aggregates: boolean;
  /** PostgREST's db-plan-enabled. */
  explain: boolean;
  /** PostgREST's db-tx-end: whether `Prefer: tx=rollback` is honored. */
  transactionOverride: boolean;
  /** PostgREST's db-pre-request: a function to call before each request, in SQL syntax. */
  preRequest?: string | undefined;
}

/** A request, parsed as far as possible without its body. */
export interface RestRequest {
  method: string;
  url: URL;
  /** Relation or function. */
  target: string;
  query: ParsedQuery;
  preferences: Preferences;
  media: MediaType;
  rangeHeader: string | null;
  contentType: string;
  readBody: () => Promise<Uint8Array>;
  boundSearches: BoundSearches;
  schema: Schema;
  /** The schema's name if the response has to give it, else null. */
  profile: string | null;
  settings: RestSettings;
  context: RequestContext;
}

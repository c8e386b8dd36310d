import type { RequestContext } from '../database/database.ts';
import type { BoundSearches } from './actions/bound-searches.ts';
import type { ParsedQuery } from './query/query-ast.ts';
import type { MediaType } from './request/negotiate-media-type.ts';
import type { Preferences } from './request/parse-preferences.ts';
import type { Schema } from './schema/schema.ts';

export interface RestSettings {
  /** Rows of one relation in one response at most (PostgREST's db-max-rows). */
  maximumRows: number;
  maximumBodyBytes: number;
  maximumUrlLength: number;
  /** PostgREST's db-aggregates-enabled. */
  aggregates: boolean;
  /** PostgREST's db-plan-enabled. */
  explain: boolean;
  /** PostgREST's db-tx-end: whether `Prefer: tx=rollback` counts. */
  transactionOverride: boolean;
  /** PostgREST's db-pre-request: a function to call before each request, as SQL names it. */
  preRequest?: string | undefined;
}

/** A request as far as it is understood without its body. */
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
  /** The schema's name where the response has to say it, else null. */
  profile: string | null;
  settings: RestSettings;
  context: RequestContext;
}

import type { PostgrestClient } from '@supabase/postgrest-js';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { openTables } from '#app/lib/open-tables.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { Database } from '#supabase/database.gen.ts';
import { adminHeaders } from '../session/admin-headers.ts';
import { adminSessionKey } from '../session/read-admin-access.ts';
import { AdminFailure, isRefusal } from './admin-failure.ts';

type Tables = Database['public']['Tables'];
type Views = Database['public']['Views'];

/** Lists that `admin_list` pages, searches and counts. */
export type ListName =
  | 'orders'
  | 'customers'
  | 'products'
  | 'contacts'
  | 'testimonials'
  | 'partners'
  | 'blog_posts'
  | 'validity_codes'
  | 'product_validity_view'
  | 'audit_log'
  | 'failed_mails'
  | 'picture_library'
  | 'batches'
  | 'code_alerts'
  | 'code_reports'
  | 'recalls';
/** An email that was given up. */
interface FailedMail {
  id: string;
  order_id: string | null;
  /** paid, refund, shipped, alert …; auth, contact, incident. */
  kind: string;
  recipient: string;
  subject: string;
  last_error: string | null;
  /** ISO 8601, both. */
  created_at: string;
  failed_at: string;
}

/** A picture in the shop's storage. */
export interface LibraryPicture {
  id: string;
  /** Its name in the bucket. */
  name: string;
  /** The original file name. */
  title: string;
  alt: string;
  /** Tenths of width and height. */
  focus_x: number;
  focus_y: number;
  mimetype: string;
  bytes: number;
  /** Kept even if nothing uses it. */
  kept: boolean;
  /** How many rows of each table show it. */
  places: Readonly<Record<string, number>>;
  used: boolean;
  /** The names of those rows. */
  used_in: string;
  /** ISO 8601, both. */
  created_at: string;
  /** When its alternative text or focal point was last saved; null if never. */
  saved_at: string | null;
}

export type RowOf<L extends ListName | keyof Tables> = L extends keyof Tables
  ? Tables[L]['Row']
  : L extends 'failed_mails'
    ? FailedMail
    : L extends 'picture_library'
      ? LibraryPicture
      : // A view's columns are those of its table, none of which is empty.
        { [C in keyof Views['product_validity_view']['Row']]: string };

/**
 * `from` is inclusive, `until` exclusive; both ISO 8601, or 'now'. With `or_empty`, rows without a
 * value also count as before `until`. Null means that the column is empty.
 */
export type ListFilters = Record<
  string,
  readonly string[] | { from?: string; until?: string; or_empty?: boolean } | null
>;

export interface ListQuery {
  search: string;
  filters: ListFilters;
  sort: string;
  ascending: boolean;
  skip: number;
  take: number;
}

export interface ListPage<Row> {
  rows: Row[];
  /** Of the whole list, as far as it was counted. */
  total: number;
  /** Whether there are more than `total`. */
  more?: boolean;
}

interface Answer<T> {
  data: T;
  error: { message: string; code?: string } | null;
  status: number;
}

export interface AdminCalls {
  /** Runs one REST API call as the signed-in admin. Throws {@link AdminFailure}. */
  run<T>(
    call: (tables: PostgrestClient<Database>) => PromiseLike<Answer<T>>,
  ): Promise<NonNullable<T>>;
  list<L extends ListName>(list: L, query: ListQuery): Promise<ListPage<RowOf<L>>>;
  /** Calls one of the shop's functions. Throws {@link AdminFailure}. */
  invoke<T>(
    name: string,
    body: Record<string, unknown>,
    /** Sent as `Idempotency-Key`, so that repeated clicks count once. */
    key?: string,
  ): Promise<T>;
}

export function useAdminCalls(): AdminCalls {
  const { publishableKey } = useShop();
  const queries = useQueryClient();
  return useMemo(
    () =>
      // The guard checks again whether the caller is still an admin.
      createAdminCalls(publishableKey, () =>
        queries.invalidateQueries({ queryKey: adminSessionKey }),
      ),
    [publishableKey, queries],
  );
}

function createAdminCalls(publishableKey: string, onRefused: () => unknown): AdminCalls {
  const headers = () => adminHeaders(publishableKey);
  const fail = (failure: AdminFailure): never => {
    if (isRefusal(failure)) onRefused();
    throw failure;
  };
  const calls: AdminCalls = {
    async run(call) {
      const tables = await openTables(publishableKey, await headers());
      const { data, error, status } = await call(tables as PostgrestClient<Database>);
      if (error) fail(new AdminFailure(error.message, error.code ?? null, status));
      return data as NonNullable<typeof data>;
    },
    async list<L extends ListName>(list: L, query: ListQuery) {
      const page = await calls.run((tables) =>
        tables.rpc('admin_list', { list, ...query, filters: query.filters as never }),
      );
      return page as unknown as ListPage<RowOf<L>>;
    },
    async invoke<T>(name: string, body: Record<string, unknown>, key?: string) {
      const { data, failure } = await invokeFunction<T>(name, {
        publishableKey,
        body,
        headers: { ...(await headers()), ...(key ? { 'Idempotency-Key': key } : {}) },
      });
      if (failure) fail(new AdminFailure(failure.message, failure.code, failure.status ?? 0));
      return data as T;
    },
  };
  return calls;
}

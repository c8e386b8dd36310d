/** What `docs/extending.md` tells readers to do, so that the test can do exactly that. */
export interface Recipe {
  /** Its heading in the docs. */
  title: string;
  /** Folder of new files, in the same layout as the project. */
  folder: string;
  /** Which of them the docs quote, and which they link to. */
  quoted: readonly string[];
  linked: readonly string[];
  /**
   * Lines to insert into existing files: after the line with that text, or before its first
   * occurrence.
   */
  insertions: readonly ({ into: string; lines: string } & (
    | { after: string }
    | { before: string }
  ))[];
  /** Replacements in existing files; the docs name these files. */
  replacements?: readonly { into: string; from: string; to: string }[];
}

export const fieldRecipe: Recipe = {
  title: 'A field of a product',
  folder: 'field',
  quoted: ['supabase/migrations/20990101000000_add_product_storage.sql'],
  linked: [],
  insertions: [
    {
      into: 'supabase/schemas/products.sql',
      before: '  constraint products_',
      lines: '  storage text,\n',
    },
    {
      into: 'supabase/schemas/products.sql',
      after: 'constraint products_slug_check check (((slug ~ ',
      lines: '  constraint products_storage_check check ((length(storage) <= 5000)),\n',
    },
    {
      into: 'supabase/schemas/products.sql',
      after: 'grant select(image_alts) on table public.products to anon;\n',
      lines: 'grant select(storage) on table public.products to anon;\n',
    },
    {
      into: 'domain/product-label.ts',
      after: "  warnings: { label: 'Warnings', rows: 3 },\n",
      lines: "  storage: { label: 'Storage', rows: 2 },\n",
    },
  ],
};

export const providerRecipe: Recipe = {
  title: 'A payment provider',
  folder: 'provider',
  quoted: ['server/payments/pretend/pretend-service.ts'],
  linked: [
    'server/payments/pretend/pretend-provider.ts',
    'supabase/migrations/20990101000100_add_pretend_provider.sql',
  ],
  insertions: [
    {
      into: 'server/payments/registry.ts',
      after: "from './paypal/paypal-service.ts';\n",
      lines: "import { pretend } from './pretend/pretend-service.ts';\n",
    },
    { into: 'server/payments/registry.ts', after: '  paypal,\n', lines: '  pretend,\n' },
  ],
  replacements: [
    {
      into: 'supabase/schemas/orders.sql',
      from: '  constraint orders_amounts_check',
      to: '  pretend_order_id text,\n  constraint orders_amounts_check',
    },
    {
      into: 'supabase/schemas/orders.sql',
      from: '  constraint orders_stripe_session_id_key',
      to: '  constraint orders_pretend_order_id_key unique (pretend_order_id),\n  constraint orders_stripe_session_id_key',
    },
    ...['orders', 'payments'].map((noun) => ({
      into: `supabase/schemas/${noun}.sql`,
      from: "provider in ('stripe', 'paypal'",
      to: "provider in ('stripe', 'paypal', 'pretend'",
    })),
  ],
};

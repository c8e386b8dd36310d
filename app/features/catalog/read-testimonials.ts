import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';

export interface ProductTestimonial {
  id: string;
  name: string;
  title: string | null;
  content: string;
  rating: number;
}

/** Active testimonials whose text or title contains the product's full name. */
export async function readTestimonials(
  context: Readonly<RouterContextProvider>,
  productName: string,
): Promise<ProductTestimonial[]> {
  const pattern = quote(`%${productName.trim().replace(/[\\%_]/g, '\\$&')}%`);
  const rows = await readRows(
    context,
    loaderTables(context)
      .from('testimonials')
      .select('id, name, title, content, rating')
      .eq('active', true)
      .or(`title.ilike.${pattern},content.ilike.${pattern}`)
      .order('created_at', { ascending: false })
      .limit(3),
  );
  return rows ?? [];
}

/** Quotes a value in a list of conditions, where commas and parentheses would end it. */
function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

import type { Database } from '@liv-fit/backend/database';

/**
 * Fills an empty migrated database with made-up products, the same ones every time. Every name
 * contains one common word, and every product has one common tag; a few products have a distinct
 * name.
 */
export async function fillCatalog(database: Database, products: number): Promise<void> {
  await database.query({
    text: `insert into public.products
        (name, slug, description, price, weight_type, sold_out, tags, image_url, created_at)
      select
        case when n % 2000 = 7 then 'Señor Núñez Saffron Shilajit ' || n
        else 'Shilajit ' || (array['Pure','Golden','Dark','Gentle','Wild','Early','Late'])[1 + n % 7]
          || ' ' || (array['Resin','Honey','Drops','Powder','Tea'])[1 + n % 5]
          || ' of ' || (array['Spiti','Pin','Lahaul','Zanskar'])[1 + n % 4]
          || ' ' || initcap(translate(md5((n % 3000)::text), '0123456789', 'ghijklmnop')) end,
        'catalog-' || n,
        repeat('Collected by hand and tested in a laboratory. ', 8)
          || translate(md5(n::text), '0123456789', 'ghijklmnop'),
        10 + n % 90, case when n % 2 = 0 then '30g' else '30ml' end, n % 11 = 0,
        array[
          'vegan',
          (array['resin','honey','drops','powder','tea'])[1 + n % 5],
          'harvest ' || n % 200,
          'lot ' || n
        ],
        '/placeholder.svg', now() - n * interval '3 hours'
      from generate_series(1, $1::integer) as n`,
    values: [products],
    answerTimeout: 0,
  });
}

import { StructuredData } from '#app/components/structured-data.tsx';
import { absolute } from '#app/lib/page-meta.ts';
import { postalAddress } from '#app/lib/postal-address.ts';
import { useShop } from '#app/lib/use-shop.ts';

/** Organization and website, for search engines. */
export function HomeStructuredData() {
  const { origin, site } = useShop();
  return (
    <>
      <StructuredData
        data={{
          '@type': 'Organization',
          '@id': `${origin}/#organization`,
          name: site.brand,
          url: `${origin}/`,
          logo: absolute(origin, site.logo?.url ?? '/favicon.svg'),
          email: site.email,
          telephone: site.phone,
          address: postalAddress(site.manufacturer),
        }}
      />
      <StructuredData
        data={{
          '@type': 'WebSite',
          name: site.brand,
          url: `${origin}/`,
          publisher: { '@id': `${origin}/#organization` },
        }}
      />
    </>
  );
}

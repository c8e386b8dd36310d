/** Fields required by schema.org and search engines for what the shop publishes about itself. */
const required: Record<string, readonly string[]> = {
  Product: ['name', 'image', 'description', 'sku', 'brand', 'offers'],
  ImageObject: ['url', 'caption'],
  Offer: ['url', 'price', 'priceCurrency', 'availability', 'itemCondition'],
  UnitPriceSpecification: ['priceType', 'price', 'priceCurrency'],
  OfferShippingDetails: ['shippingRate', 'shippingDestination'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: ['transitTime'],
  QuantitativeValue: ['minValue', 'maxValue', 'unitCode'],
  MerchantReturnPolicy: ['applicableCountry', 'merchantReturnLink'],
  Brand: ['name'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Organization: ['name'],
  WebSite: ['name', 'url', 'publisher'],
  BlogPosting: ['headline', 'image', 'datePublished', 'author', 'publisher', 'mainEntityOfPage'],
  Person: ['name'],
  LocalBusiness: ['name', 'address', 'telephone', 'url', 'openingHoursSpecification'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressCountry'],
  OpeningHoursSpecification: ['dayOfWeek', 'opens', 'closes'],
};

type Thing = Record<string, unknown>;

/** Every JSON-LD block on a page. Throws if one is not valid JSON. */
export function readStructuredData(html: string): Thing[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json ?? 'null') as Thing,
  );
}

/** What is wrong with a thing and everything in it; empty if nothing is. */
export function findFaults(thing: Thing, at = String(thing['@type'])): string[] {
  const type = String(thing['@type']);
  // Only a reference to a thing described elsewhere.
  if (thing['@type'] === undefined && thing['@id']) return [];
  const fields = required[type];
  if (!fields) return [`${at}: unknown type ${type}`];
  const missing = fields.filter((field) => isEmpty(thing[field]));
  return [
    ...missing.map((field) => `${at}: no ${field}`),
    ...Object.entries(thing).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => {
        if (typeof each === 'object' && each) return findFaults(each as Thing, `${at}.${name}`);
        return faultsOfText(name, each).map((fault) => `${at}.${name}: ${fault}`);
      }),
    ),
  ];
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/** URLs must be absolute, dates in ISO format, and prices plain numbers. */
function faultsOfText(name: string, value: unknown): string[] {
  const text = String(value);
  if (['url', 'item', 'image', 'logo', 'mainEntityOfPage'].includes(name)) {
    return /^https?:\/\/[^ ]+$/.test(text) ? [] : [`not a whole address: ${text}`];
  }
  if (name.startsWith('date')) return /^\d{4}-\d\d-\d\dT/.test(text) ? [] : [`no date: ${text}`];
  if (name === 'price') return /^\d+\.\d\d$/.test(text) ? [] : [`no price: ${text}`];
  if (name === 'aggregateRating') return ['a rating that is not computed from reviews'];
  return [];
}

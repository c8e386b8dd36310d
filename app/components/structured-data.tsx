import type { Thing } from 'schema-dts';

/** Anything schema.org describes, typed by its own properties. */
type SchemaThing = Exclude<Thing, string>;

/**
 * One JSON-LD block. `<` is escaped so that no text from the catalog can close the element; U+2028
 * and U+2029 are line terminators in older parsers.
 */
export function StructuredData({ data }: { data: SchemaThing }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: serializeStructuredData(data) }}
    />
  );
}

export function serializeStructuredData(data: object): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data })
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

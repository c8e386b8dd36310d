const schemes = ['http:', 'https:', 'mailto:', 'tel:'];

/**
 * Normalizes a link of an article: a page of the shop, a web page, an email address or a phone
 * number. Otherwise null.
 */
export function normalizeLink(typed: string): string | null {
  const text = typed.trim();
  if (/^[/#]/.test(text)) return /^[/#](?![/\\])/.test(text) ? text : null;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  if (!schemes.includes(protocol)) return null;
  return protocol.startsWith('http') && !hostname.includes('.') ? null : address;
}

/** The parts of a GS1 Digital Link: trade item (01), batch (10) and serial (21), here the unit code. */
export interface Gs1Link {
  gtin: string;
  batch: string;
  unit: string;
}

/** 8, 12, 13 or 14 digits, the last of which is the check digit of the others. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text.padStart(14, '0')]
    .map(Number)
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** A link's path always has 14 digits (GS1 Digital Link, "Standard: URI Syntax"). */
export function gs1LinkPath({ gtin, batch, unit }: Gs1Link): string {
  return `/01/${gtin.padStart(14, '0')}/10/${encodeURIComponent(batch)}/21/${encodeURIComponent(unit)}`;
}

/** Null for any other path, and for a number that is not a valid GTIN. */
export function readGs1LinkPath(path: string): Gs1Link | null {
  const [, gtin = '', batch = '', unit = ''] =
    /^\/01\/([^/]+)\/10\/([^/]+)\/21\/([^/]+)\/?$/.exec(path) ?? [];
  if (!isGtin(gtin)) return null;
  try {
    return {
      gtin: gtin.padStart(14, '0'),
      batch: decodeURIComponent(batch),
      unit: decodeURIComponent(unit),
    };
  } catch {
    return null;
  }
}

/**
 * The code in scanned or pasted text: for our links, the unit or batch code; otherwise the text
 * itself. The host is ignored; only the code decides where it leads.
 */
export function codeInScan(scanned: string): string {
  const text = scanned.trim();
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return text;
  const link = readGs1LinkPath(url.pathname);
  if (link) return link.unit;
  const [, code] = /^\/(?:u|batch)\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  try {
    return code ? decodeURIComponent(code) : (url.searchParams.get('code') ?? text);
  } catch {
    return text;
  }
}

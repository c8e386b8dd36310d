import { type Line, toStoredLine } from './line.ts';
import { type Cents, sumLines, toCents } from './money.ts';

/**
 * One line of the cart in the browser (requirements §3.8). Product id and weight identify it; the
 * price is the one the visitor last saw and accepted.
 */
export interface CartLine extends Line {
  id: string;
  imageUrl: string;
}

export type LineIdentity = Pick<CartLine, 'id' | 'weight'>;

/** The highest quantity of one line. Anything above is clamped to it, and the visitor is told. */
export const maxQuantity = 99;

function isSameLine(a: LineIdentity, b: LineIdentity): boolean {
  return a.id === b.id && a.weight === b.weight;
}

/** Unique per line, for use as a list key. */
export function lineKey({ id, weight }: LineIdentity): string {
  return JSON.stringify([id, weight]);
}

/**
 * Reads dollars in any form they may arrive in (49.9, "49.90", 49.900000000000006); null if not a
 * price.
 */
function readPrice(value: unknown): Cents | null {
  const dollars = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof dollars !== 'number' || !(dollars >= 0 && dollars < 1e8)) return null;
  return toCents(dollars.toFixed(2));
}

function readQuantity(value: unknown): number {
  const quantity = Math.floor(Number(value));
  return quantity >= 1 ? Math.min(quantity, maxQuantity) : 1;
}

function readLine(value: unknown): CartLine | null {
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Record<string, unknown>;
  const id = typeof entry.id === 'number' ? String(entry.id) : entry.id;
  if (typeof id !== 'string' || id === '') return null;
  const text = (field: unknown, fallback: string) =>
    typeof field === 'string' && field.trim() !== '' ? field : fallback;
  return {
    id,
    name: text(entry.name, 'Unknown Item'),
    weight: text(entry.weight, ''),
    // An unreadable price counts as 0; the catalog supplies the real one before checkout.
    priceCents: readPrice(entry.price) ?? 0,
    quantity: readQuantity(entry.quantity),
    imageUrl: text(entry.image_url, ''),
  };
}

/**
 * Parses the cart from browser storage. People and older versions write there too, so whatever can
 * be understood is kept, duplicate lines are merged, and nothing throws.
 */
export function parseCart(json: string | null): CartLine[] {
  let stored: unknown;
  try {
    stored = JSON.parse(json ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored
    .map(readLine)
    .filter((line) => line !== null)
    .reduce<CartLine[]>((lines, line) => addLine(lines, line).lines, []);
}

/** For browser storage; `parseCart` reads it back. */
export function serializeCart(lines: readonly CartLine[]): string {
  return JSON.stringify(lines.map(toStoredLine));
}

/** `quantity` is the line's new quantity; `clamped` means that more was requested. */
export interface LineChange {
  lines: CartLine[];
  quantity: number;
  clamped: boolean;
}

/** Raises the quantity of the same product and weight, or appends a line (requirements §4.2). */
export function addLine(lines: readonly CartLine[], added: CartLine): LineChange {
  return insertLine(lines, added, lines.length);
}

/** Puts a removed line back in its place; if it was added again meanwhile, the quantities are summed. */
export function insertLine(
  lines: readonly CartLine[],
  inserted: CartLine,
  index: number,
): LineChange {
  const present = lines.find((line) => isSameLine(line, inserted));
  const wanted = (present?.quantity ?? 0) + inserted.quantity;
  const quantity = Math.min(wanted, maxQuantity);
  const line = { ...(present ?? inserted), quantity };
  return {
    lines: present
      ? lines.map((other) => (other === present ? line : other))
      : lines.toSpliced(index, 0, line),
    quantity,
    clamped: wanted > maxQuantity,
  };
}

/** A quantity below 1 or not a whole number changes nothing (requirements §4.2). */
export function setLineQuantity(
  lines: readonly CartLine[],
  identity: LineIdentity,
  wanted: number,
): LineChange {
  const present = lines.find((line) => isSameLine(line, identity));
  if (!present || !Number.isInteger(wanted) || wanted < 1) {
    return { lines: [...lines], quantity: present?.quantity ?? 0, clamped: false };
  }
  const quantity = Math.min(wanted, maxQuantity);
  return {
    lines: lines.map((line) => (line === present ? { ...line, quantity } : line)),
    quantity,
    clamped: wanted > maxQuantity,
  };
}

export function removeLine(lines: readonly CartLine[], identity: LineIdentity): CartLine[] {
  return lines.filter((line) => !isSameLine(line, identity));
}

/** The paid quantity of one product and weight. */
export type PaidLine = LineIdentity & Pick<CartLine, 'quantity'>;

/** Removes what was paid from the cart; anything added since stays. */
export function subtractPaidLines(
  lines: readonly CartLine[],
  paid: readonly PaidLine[],
): CartLine[] {
  const bought = new Map<string, number>();
  for (const line of paid) {
    bought.set(lineKey(line), (bought.get(lineKey(line)) ?? 0) + line.quantity);
  }
  return lines.flatMap((line) => {
    const quantity = line.quantity - (bought.get(lineKey(line)) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Counts pieces, not lines, for the badge in the header. */
export function countItems(lines: readonly Pick<CartLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

export function lineTotal(line: Pick<CartLine, 'priceCents' | 'quantity'>): Cents {
  return sumLines([line]);
}

/** Changes whenever the visitor would be asked to pay for something else. Stored in the browser. */
export function fingerprintCart(lines: readonly CartLine[]): string {
  return JSON.stringify(
    lines
      .map(toStoredLine)
      .map(({ id, weight, quantity, price }) => JSON.stringify([id, weight, quantity, price]))
      .sort(),
  );
}

import { importPart } from '#app/lib/import-part.ts';
import { orderNumber } from '#domain/order.ts';
import { carriers } from '#domain/shipment.ts';

export interface TypedNumber {
  number: string;
  /** If it differs from the carrier chosen for all. */
  carrier?: string;
}

export interface PastedNumbers {
  /** By order id. */
  numbers: Map<string, TypedNumber>;
  /** Numbers without an order: those beyond the last order, or rows that name an unknown one. */
  left: string[];
}

/**
 * Reads cells copied from a spreadsheet. Rows that name orders, as in a carrier's export, are
 * matched to them; a bare column of numbers is assigned to the given orders one after another, with
 * an empty cell skipping its order.
 */
export async function readTracking(
  text: string,
  orderIds: readonly string[],
  /** All orders the rows may name; by default the same ones. */
  known: readonly string[] = orderIds,
): Promise<PastedNumbers> {
  const { default: Papa } = await importPart(() => import('papaparse'));
  const delimiter = ['\t', ';', ','].find((each) => text.includes(each)) ?? '\t';
  const rows = Papa.parse<string[]>(text.replace(/\s+$/, ''), { delimiter }).data.map((cells) =>
    cells.map((cell) => cell.trim()),
  );
  const idOf = new Map(known.flatMap((id) => [[id, id] as const, [orderNumber(id), id] as const]));
  const find = (cell: string) => idOf.get(cell.toLowerCase().replace(/^#/, ''));
  return rows.some((cells) => cells.some(find)) ? byOrder(rows, find) : inTurn(rows, orderIds);
}

function byOrder(
  rows: readonly string[][],
  find: (cell: string) => string | undefined,
): PastedNumbers {
  const columns = namedColumns(rows[0] ?? []);
  const read: PastedNumbers = { numbers: new Map(), left: [] };
  for (const cells of columns ? rows.slice(1) : rows) {
    const place = cells.findIndex((cell) => find(cell));
    const id = find(cells[place] ?? '');
    const others = cells.filter((cell, index) => index !== place && cell !== '');
    const typed = columns ? fromColumns(cells, columns) : fromCells(others);
    if (id && typed) read.numbers.set(id, typed);
    else if (!id && cells.some(Boolean)) read.left.push(cells.filter(Boolean).join(' '));
  }
  return read;
}

function inTurn(rows: readonly string[][], orderIds: readonly string[]): PastedNumbers {
  // A header contains no digits.
  const column = /\d/.test(rows[0]?.join('') ?? '') || !rows[0]?.[0] ? rows : rows.slice(1);
  const read: PastedNumbers = { numbers: new Map(), left: [] };
  for (const [index, cells] of column.entries()) {
    const typed = fromCells(cells.filter(Boolean));
    const id = orderIds[index];
    if (id && typed) read.numbers.set(id, typed);
    else if (typed) read.left.push(typed.number);
  }
  return read;
}

interface Columns {
  tracking: number;
  carrier: number;
}

/** Null if the first row does not name a column of tracking numbers. */
function namedColumns(cells: readonly string[]): Columns | null {
  const tracking = cells.findIndex(
    (cell) => /track/i.test(cell) && !/status|url|link|date|event/i.test(cell),
  );
  return tracking < 0 ? null : { tracking, carrier: cells.findIndex(isCarrierHeading) };
}

const isCarrierHeading = (cell: string) => /^(carrier|provider|service)$/i.test(cell);

function fromColumns(cells: readonly string[], columns: Columns): TypedNumber | null {
  const number = cells[columns.tracking];
  const carrier = cells[columns.carrier];
  return number ? { number, ...(carrier && { carrier }) } : null;
}

/** The first cell with a digit that is not a carrier's name is the number. */
function fromCells(cells: readonly string[]): TypedNumber | null {
  const carrier = cells.map(knownCarrier).find(Boolean);
  const number = cells.find((cell) => /\d/.test(cell) && !knownCarrier(cell));
  return number ? { number, ...(carrier && { carrier }) } : null;
}

const knownCarrier = (cell: string) =>
  carriers.find((carrier) => carrier.toLowerCase() === cell.toLowerCase());

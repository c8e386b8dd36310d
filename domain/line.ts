import { type Cents, toDecimal } from './money.ts';

/** One product in one weight, in a cart or an order: the shape used inside app and server. */
export interface Line {
  id: string | null;
  name: string;
  weight: string;
  /** Per unit. */
  priceCents: Cents;
  quantity: number;
  imageUrl: string | null;
}

/**
 * The same in browser storage and in `orders.order_items` (requirements §3.8 and §3.7); price per
 * unit in dollars.
 */
export interface StoredLine {
  id: string;
  name: string;
  weight: string;
  price: number;
  quantity: number;
  image_url: string;
}

/** `parseCart` and `readOrderLines` read it back. */
export function toStoredLine(line: Line): StoredLine {
  return {
    id: line.id ?? '',
    name: line.name,
    weight: line.weight,
    price: Number(toDecimal(line.priceCents)),
    quantity: line.quantity,
    image_url: line.imageUrl ?? '',
  };
}

import { clsx } from 'clsx';
import { createPortal } from 'react-dom';
import { useShop } from '#app/lib/use-shop.ts';
import { orderNumber } from '#domain/order.ts';
import { usePrintOnce } from '../form/use-print-once.ts';
import { PackingSlip } from './packing-slip.tsx';
import { pickList } from './pick-list.ts';
import type { PackedOrder } from './read-packing.ts';

/** The parts to print, in this order in a single print job. */
export const printedParts = {
  pick: 'Pick list',
  slips: 'Packing slips',
  labels: 'Labels',
} as const;
export type PrintedPart = keyof typeof printedParts;

export const labelSheets = {
  ten: 'Sheets of 10 (2 × 5)',
  thirty: 'Sheets of 30 (3 × 10)',
  single: 'Label printer (4 × 6 in)',
} as const;
export type LabelSheet = keyof typeof labelSheets;

interface PackingPrintProps {
  packed: readonly PackedOrder[];
  parts: readonly PrintedPart[];
  sheet: LabelSheet;
  onPrinted: () => void;
}

/** Opens the print dialog once everything is rendered; nothing shows on screen. */
export function PackingPrint({ packed, parts, sheet, onPrinted }: PackingPrintProps) {
  usePrintOnce(onPrinted);

  // Rendered outside every box with padding or border, because each label has a fixed position on
  // the sheet.
  return createPortal(
    <div data-printing className="hidden bg-white text-ink print:block">
      {parts.includes('pick') ? <PickList packed={packed} /> : null}
      {parts.includes('slips')
        ? packed.map((each, index) => (
            <div key={each.order.id} className="print-page">
              <PackingSlip packed={each} place={`${index + 1} of ${packed.length}`} />
            </div>
          ))
        : null}
      {parts.includes('labels') ? <Labels packed={packed} sheet={sheet} /> : null}
    </div>,
    document.querySelector('main') ?? document.body,
  );
}

function PickList({ packed }: { packed: readonly PackedOrder[] }) {
  const products = pickList(packed);
  const bottles = products.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section aria-label="Pick list" className="print-page text-sm">
      <h1 className="text-display-sm">Pick list</h1>
      <p className="mt-1 text-ink-soft">
        {bottles.toLocaleString('en-US')} items for {packed.length}{' '}
        {packed.length === 1 ? 'order' : 'orders'}
      </p>
      <table className="mt-4 w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-soft">
            <th scope="col" className="w-8 py-2">
              <span className="sr-only">Picked</span>
            </th>
            <th scope="col" className="w-16 py-2 pr-4 text-right font-semibold">
              Quantity
            </th>
            <th scope="col" className="py-2 font-semibold">
              Item
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Orders
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ name, weight, quantity, orders }) => (
            <tr
              key={JSON.stringify([name, weight])}
              className="break-inside-avoid border-b border-line"
            >
              <td className="py-2.5">
                <span aria-hidden="true" className="block size-4 border border-ink" />
              </td>
              <td className="py-2.5 pr-4 text-right text-base font-semibold tabular-nums">
                {quantity.toLocaleString('en-US')}
              </td>
              <td className="py-2.5 wrap-anywhere">
                {name}
                {weight ? <span className="text-ink-soft"> · {weight}</span> : null}
              </td>
              <td className="py-2.5 text-right tabular-nums">{orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Labels({ packed, sheet }: { packed: readonly PackedOrder[]; sheet: LabelSheet }) {
  const { site } = useShop();
  const from = [site.brand, ...site.distributor.lines].join(' · ');
  return (
    <section aria-label="Labels" className={clsx('address-labels', `address-labels-${sheet}`)}>
      {packed.map(({ order }) => (
        <div key={order.id} className="address-label">
          {sheet === 'thirty' ? null : <p className="text-[0.625rem] text-ink-soft">{from}</p>}
          <div className="flex-1 overflow-hidden">
            <p className="font-semibold">{order.name}</p>
            <p className="whitespace-pre-line">{addressLines(order.address)}</p>
          </div>
          <p className="text-[0.625rem] text-ink-soft tabular-nums">#{orderNumber(order.id)}</p>
        </div>
      ))}
    </section>
  );
}

/** The payment services write addresses on one line; a label needs a line for each part. */
function addressLines(address: string): string {
  return address.includes('\n') ? address : address.replaceAll(', ', '\n');
}

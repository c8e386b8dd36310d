import { html } from 'hono/html';
import { formatDate } from '#domain/content-date.ts';
import type { Line } from '#domain/line.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import {
  type AmountRow,
  type Amounts,
  describeAmounts,
  describeIncludedTax,
} from '#domain/order-amounts.ts';
import { type Markup, style } from './layout.ts';
import { linePicture, pictureSize } from './line-picture.ts';

/** An order as shown in emails. */
export interface EmailOrder {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  lines: readonly Line[];
  /** Decimal text, e.g. "49.90". */
  total: string;
  /** The parts of the total besides the lines; null if there are none. */
  amounts: Amounts | null;
  createdAt: Date;
}

/** What the table of lines needs from the order. */
export type LinesWithTotal = Pick<EmailOrder, 'lines' | 'total' | 'amounts'>;

export function orderTotal(order: Pick<EmailOrder, 'total'>): string {
  return formatMoney(toCents(order.total));
}

export function orderDate(order: EmailOrder, timeZone: string): string {
  return formatDate(order.createdAt, timeZone);
}

/** Given the shop's `origin`, each line shows its picture. */
export function linesTable(order: LinesWithTotal, origin?: string): Markup {
  const cell = `padding:13px 0;border-bottom:1px solid ${style.hairline};vertical-align:top`;
  const columns = origin ? 2 : 1;
  const rows = order.lines.map(
    (line) => html`<tr>
${origin ? html`<td class="rule" width="${pictureSize + 14}" style="${cell}">${pictureOf(line, origin)}</td>` : ''}
<td class="rule" style="${cell}"><span class="ink" style="font-size:16px;font-weight:600;line-height:1.35">${line.name}</span><br>
<span class="muted" style="font-size:14px;color:${style.muted}">${describe(line)}</span></td>
<td class="rule" align="right" style="${cell};padding-left:16px;white-space:nowrap">${lineTotal(line)}</td>
</tr>`,
  );
  const included = includedTax(order);
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 0;border-top:1px solid ${style.hairline}" class="rule">
${rows}
${amountRows(order).map(
  ({
    term,
    value,
  }) => html`<tr><td class="muted" colspan="${columns}" style="padding:9px 0 0;font-size:14px;color:${style.muted}">${term}</td>
<td align="right" style="padding:9px 0 0 16px;font-size:14px;white-space:nowrap">${value}</td></tr>`,
)}
<tr><td colspan="${columns}" style="padding:15px 0 0;font-size:17px;font-weight:600">Total</td>
<td align="right" style="padding:15px 0 0 16px;font-size:18px;font-weight:600;white-space:nowrap">${orderTotal(order)}</td></tr>
${
  included
    ? html`<tr><td colspan="${columns}"></td><td class="muted" align="right" style="font-size:14px;white-space:nowrap;color:${style.muted}">${included}</td></tr>`
    : ''
}
</table>`;
}

/** The space stays reserved where mail programs don't load pictures. */
function pictureOf({ imageUrl }: Line, origin: string): Markup {
  const src = linePicture(imageUrl, origin);
  const image = html`<img src="${src ?? ''}" width="${pictureSize}" height="${pictureSize}" alt="" style="display:block;border:0;border-radius:2px;object-fit:cover">`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="${pictureSize}" height="${pictureSize}" style="background:${style.stone};border-radius:2px;font-size:0;line-height:0">${src ? image : ''}</td></tr></table>`;
}

export function linesText(order: LinesWithTotal): string {
  const lines = order.lines.map((line) => `- ${line.name}, ${describe(line)}: ${lineTotal(line)}`);
  const parts = amountRows(order).map(({ term, value }) => `${term}: ${value}`);
  const total = [`Total: ${orderTotal(order)}`, includedTax(order)].filter(Boolean).join(', ');
  return [...lines, ...parts, total].join('\n');
}

function amountRows({ amounts }: LinesWithTotal): AmountRow[] {
  return amounts ? describeAmounts(amounts) : [];
}

function includedTax({ amounts }: LinesWithTotal): string {
  return amounts ? describeIncludedTax(amounts) : '';
}

function describe({ weight, quantity, priceCents }: Line): string {
  return [weight, `${quantity} × ${formatMoney(priceCents)}`].filter(Boolean).join(' · ');
}

function lineTotal({ priceCents, quantity }: Line): string {
  return formatMoney(priceCents * quantity);
}

/** What we know about the customer, one fact per line. */
export function customerFacts(order: EmailOrder): string[] {
  return [order.name, order.address, order.email, order.phone].filter(Boolean);
}

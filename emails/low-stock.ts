import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import {
  button,
  factsBlock,
  label,
  type Markup,
  paragraph,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

export interface LowProduct {
  name: string;
  weight: string;
  stock: number;
  /** Has become low or sold out since the previous email. */
  isNew: boolean;
}

const maxShown = 50;

/** To the team, at most once a day: what has become low or sold out, and what still is. */
export function lowStockMail(
  products: readonly LowProduct[],
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const heading =
    products.length === 1
      ? '1 product is low or sold out'
      : `${products.length} products are low or sold out`;
  const shown = products.slice(0, maxShown);
  const groups = [
    { title: 'New', facts: shown.filter(({ isNew }) => isNew).map(factOf) },
    { title: 'Still low', facts: shown.filter(({ isNew }) => !isNew).map(factOf) },
  ].filter(({ facts }) => facts.length > 0);
  const more =
    products.length > maxShown ? `And ${products.length - maxShown} more in the list.` : null;
  const list = `${origin}/admin/products?stock=low&sort=stock`;
  return renderEmail(
    {
      subject: heading,
      preview: shown.map(factOf).slice(0, 3).join(', '),
      heading,
      body: html`${groups.map(groupBlock)}${more ? paragraph(more) : ''}${button('Open the products', list)}`,
      text: [
        ...groups.map(({ title, facts }) => [title, ...facts].join('\n')),
        ...(more ? [more] : []),
        list,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}

function groupBlock({ title, facts }: { title: string; facts: readonly string[] }): Markup {
  return html`${label(title)}${factsBlock(facts)}`;
}

function factOf({ name, weight, stock }: LowProduct): string {
  return `${name} (${weight}): ${stock === 0 ? 'sold out' : `${stock} left`}`;
}

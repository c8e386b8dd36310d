interface Aim {
  /** The name under which the benchmark records the figure, and its description. */
  figure: string;
  unit: string;
  least?: number;
  most?: number;
}

/**
 * Uncached pages per second of EverShop 2.2.1 at 50 connections with 20 products, on a machine
 * whose bare server sent `bare` such pages per second, uncompressed.
 */
export const everShop = {
  bare: 48_000,
  pages: { home: 90, list: 41, product: 53, search: 63, blog: 70 } as Record<string, number>,
};

const timesEverShop = Object.keys(everShop.pages).map((name) => ({
  figure: `PostgreSQL, uncached, ${name}, against EverShop`,
  least: 3,
  unit: 'times',
}));

/** The targets the benchmark checks. */
const aims: readonly Aim[] = [
  ...timesEverShop,
  { figure: 'PostgreSQL, kept, home, 50 connections', least: 25, unit: '% of bare' },
  { figure: 'PostgreSQL, kept, list, 50 connections', least: 25, unit: '% of bare' },
  { figure: 'PostgreSQL, kept, product, 50 connections', least: 25, unit: '% of bare' },
  { figure: 'PostgreSQL, uncached, memory after the load', most: 300, unit: 'MB' },
  { figure: 'PGlite, uncached, memory after the load', most: 450, unit: 'MB' },
  { figure: 'PostgreSQL, start to the first page', most: 2, unit: 's' },
  { figure: 'PGlite, start to the first page', most: 3, unit: 's' },
  { figure: 'PostgreSQL, first start', most: 10, unit: 's' },
  { figure: 'PGlite, first start', most: 10, unit: 's' },
  { figure: 'scripts of the heaviest page', most: 130, unit: 'kB' },
];

/** Lines of Markdown: every target and the figure recorded for it. */
export function compareWithAims(figures: ReadonlyMap<string, number>): string[] {
  return [
    '| what | aim | measured | |',
    '|---|---:|---:|---|',
    ...aims.map(({ figure, unit, least = -Infinity, most = Infinity }) => {
      const value = figures.get(figure) ?? Number.NaN;
      const aim = Number.isFinite(least) ? `≥ ${least}` : `≤ ${most}`;
      const verdict = value >= least && value <= most ? 'met' : '**missed**';
      return `| ${figure} | ${aim} ${unit} | ${value.toFixed(2)} | ${verdict} |`;
    }),
  ];
}

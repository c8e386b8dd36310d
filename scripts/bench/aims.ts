interface Aim {
  /** The key under which the benchmark records the figure, and its description. */
  figure: string;
  unit: string;
  least?: number;
  most?: number;
}

/** What the benchmark is there to watch. */
const aims: readonly Aim[] = [
  { figure: 'PostgreSQL, uncached, home, 50 connections', least: 0.5, unit: '% of bare' },
  { figure: 'PostgreSQL, uncached, list, 50 connections', least: 0.7, unit: '% of bare' },
  { figure: 'PostgreSQL, uncached, product, 50 connections', least: 1, unit: '% of bare' },
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

/** Lines of Markdown: every aim and the figure that was noted for it. */
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

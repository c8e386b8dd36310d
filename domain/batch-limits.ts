/**
 * Default limits for a batch, each with its source.
 *
 * Heavy metals: permitted daily exposures, in µg a day, of USP <2232>, "Elemental Contaminants in
 * Dietary Supplements". For lead, not the 10 µg of its published text (Pharmacopeial Forum 38(3),
 * 2012) but the 5 µg by mouth of ICH Q3D and USP <232>, which are for medicines: results below
 * those limits pass both. The label's daily dose turns a daily exposure into a limit for the
 * product. Arsenic means inorganic arsenic, mercury means total mercury; a measurement of total
 * arsenic below the limit passes as well.
 *
 * Microbiology: USP <2023>, "Microbiological Attributes of Nonsterile Nutritional and Dietary
 * Supplements", for powdered botanical extracts and supplements with botanicals, counted by USP
 * <2021>: at most 10⁴ cfu/g of aerobic bacteria, 10³ cfu/g of yeasts and molds, no E. coli and no
 * Salmonella in 10 g.
 */
export interface BatchLimit {
  analyte: string;
  panel: 'heavy metals' | 'microbiology';
  limit: number;
  unit: string;
  source: string;
}

const dailyExposures = {
  lead: { most: 5, by: 'ICH Q3D and USP <232>' },
  arsenic: { most: 15, by: 'USP <2232>' },
  cadmium: { most: 5, by: 'USP <2232>' },
  mercury: { most: 15, by: 'USP <2232>' },
} as const;
const microbes: readonly BatchLimit[] = [
  { analyte: 'total aerobic count', limit: 10_000, unit: 'cfu/g' },
  { analyte: 'yeast and mold', limit: 1_000, unit: 'cfu/g' },
  { analyte: 'E. coli', limit: 0, unit: 'cfu/10 g' },
  { analyte: 'Salmonella', limit: 0, unit: 'cfu/10 g' },
].map((limit) => ({ ...limit, panel: 'microbiology', source: 'USP <2023>' }));

/** Same list as the database's `private.default_analytes()`. */
export const defaultAnalytes: readonly string[] = [
  ...Object.keys(dailyExposures),
  ...microbes.map(({ analyte }) => analyte),
];

/** Assumed when the label gives no daily dose: the usual serving of resin. */
const usualDailyDose = 0.5;

/** Normalizes an analyte's name for comparison, like the database's `private.analyte_key`. */
export function analyteKey(analyte: string): string {
  return analyte
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replaceAll('mould', 'mold');
}

/** Limits for a daily dose in grams. The owner's own limits, by analyte, replace laxer defaults. */
export function batchLimits(
  dailyDoseGrams: number | null,
  stricter: Readonly<Record<string, number>> = {},
): BatchLimit[] {
  const dose = dailyDoseGrams ?? usualDailyDose;
  const own = new Map(
    Object.entries(stricter).map(([analyte, limit]) => [analyteKey(analyte), limit]),
  );
  const metals = Object.entries(dailyExposures).map(
    ([analyte, { most, by }]): BatchLimit => ({
      analyte,
      panel: 'heavy metals',
      limit: most / dose,
      unit: 'µg/g',
      source: `${by}, ${most} µg a day at ${dose} g a day`,
    }),
  );
  return [...metals, ...microbes].map((limit) => {
    const wanted = own.get(analyteKey(limit.analyte));
    return typeof wanted === 'number' && wanted < limit.limit
      ? { ...limit, limit: wanted, source: 'our own, stricter limit' }
      : limit;
  });
}

const perGram: Readonly<Record<string, number>> = {
  'µg/g': 1,
  'μg/g': 1,
  'ug/g': 1,
  'mg/kg': 1,
  ppm: 1,
  'µg/kg': 0.001,
  'μg/kg': 0.001,
  'ug/kg': 0.001,
  ppb: 0.001,
  'ng/g': 0.001,
  'mg/g': 1_000,
  'g/kg': 1_000,
  '%': 10_000,
};

/**
 * Whether a result's own limit is laxer than the default for its analyte; the database's
 * `private.find_laxer_limit` makes the same check at release. Units that cannot be compared are
 * left for the owner to judge.
 */
export function isLaxer(
  result: { analyte: string; limit: number | null; unit: string },
  defaults: readonly BatchLimit[],
): boolean {
  const standard = defaults.find(
    ({ analyte }) => analyteKey(analyte) === analyteKey(result.analyte),
  );
  if (!standard || result.limit === null) return false;
  if (standard.panel === 'heavy metals') {
    const factor = perGram[result.unit.trim().toLowerCase()];
    return factor !== undefined && result.limit * factor > standard.limit * (1 + 1e-9);
  }
  return /^cfu\//i.test(result.unit) && result.limit > standard.limit;
}

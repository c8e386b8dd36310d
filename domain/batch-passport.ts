/** What is public about a batch: the JSON at `/batch/{code}.json`, without its signature. */
export interface BatchPassport {
  code: string;
  status: 'released' | 'recalled';
  product: string;
  /** Where the product is sold; null if it no longer is. */
  productPath: string | null;
  madeOn: string | null;
  bestBefore: string | null;
  unitsMade: number | null;
  origin: string | null;
  releasedAt: string;
  /** Numbers the signed versions of this batch's passport; 1 is its release. */
  revision: number;
  issuedAt: string;
  corrections: PassportCorrection[];
  recall: PassportRecall | null;
  results: PassportResult[];
  documents: PassportDocument[];
  /** The transparency log entry that holds this passport's hash. */
  log: { entry: number; url: string };
  keys: string;
}

export interface PassportCorrection {
  at: string;
  reason: string;
  changes: string[];
}

export interface PassportRecall {
  at: string;
  reason: string;
  instructions: string;
}

export interface PassportResult {
  analyte: string;
  panel: string;
  /** Null if nothing was detected. */
  value: number | null;
  qualifier: string;
  unit: string;
  limit: number | null;
  limitSource: string | null;
  method: string | null;
  passes: boolean | null;
}

export interface PassportDocument {
  title: string;
  laboratory: string | null;
  accreditationNumber: string | null;
  testedOn: string | null;
  /** Relative to the passport's URL. */
  url: string;
  sha256: string;
}

export type SignedPassport = BatchPassport & { signature: string };

/** What a correction may change; everything else is derived from it. */
export type CorrectableFacts = Pick<
  BatchPassport,
  'madeOn' | 'bestBefore' | 'unitsMade' | 'origin' | 'results' | 'documents'
>;

const factNames = {
  madeOn: 'Made on',
  bestBefore: 'Best before',
  unitsMade: 'Units made',
  origin: 'Origin',
} as const;

/** Lists the differences in words for a reader of the passport. */
export function describeChanges(before: CorrectableFacts, after: CorrectableFacts): string[] {
  const facts = (Object.keys(factNames) as (keyof typeof factNames)[])
    .filter((fact) => before[fact] !== after[fact])
    .map(
      (fact) => `${factNames[fact]}: ${before[fact] ?? 'not said'} → ${after[fact] ?? 'not said'}`,
    );
  const tell = (result: PassportResult) =>
    `${describeResult(result)}, limit ${result.limit === null ? 'none' : `${result.limit} ${result.unit}`.trim()}`;
  const results = compare(before.results, after.results, {
    nameOf: ({ analyte }) => analyte,
    tell,
    tellAll: fieldsOf,
  });
  const documents = compare(before.documents, after.documents, {
    nameOf: ({ sha256, title }) => `${title} (${sha256.slice(0, 8)})`,
    tell: ({ laboratory, testedOn }) =>
      [laboratory, testedOn].filter(Boolean).join(', ') || 'no laboratory named',
    tellAll: fieldsOf,
  });
  return [...facts, ...results, ...documents];
}

/** Every field, independent of the order in which they were written. */
function fieldsOf(each: object): string {
  return JSON.stringify(Object.entries(each).sort(([one], [two]) => (one < two ? -1 : 1)));
}

function compare<T>(
  before: readonly T[],
  after: readonly T[],
  words: { nameOf: (each: T) => string; tell: (each: T) => string; tellAll: (each: T) => string },
): string[] {
  const { nameOf, tell, tellAll } = words;
  const former = new Map(before.map((each) => [nameOf(each), each]));
  const latter = new Map(after.map((each) => [nameOf(each), each]));
  const removed = [...former].filter(([name]) => !latter.has(name));
  return [
    ...[...latter].flatMap(([name, each]) => {
      const was = former.get(name);
      if (!was) return [`${name}: added (${tell(each)})`];
      if (tellAll(was) === tellAll(each)) return [];
      return [
        tell(was) === tell(each)
          ? `${name}: details changed`
          : `${name}: ${tell(was)} → ${tell(each)}`,
      ];
    }),
    ...removed.map(([name, each]) => `${name}: removed (${tell(each)})`),
  ];
}

/** A result as readers see it: `0.08 µg/g`, `< 10 cfu/g`, `not detected`. */
export function describeResult({
  value,
  qualifier,
  unit,
}: Pick<PassportResult, 'value' | 'qualifier' | 'unit'>): string {
  if (qualifier === 'not detected' || value === null) return 'not detected';
  return `${qualifier === '<' ? '< ' : ''}${value} ${unit}`.trim();
}

/** A result as a fraction of its limit (0 or more); null if that would be meaningless. */
export function shareOfLimit({
  value,
  qualifier,
  limit,
}: Pick<PassportResult, 'value' | 'qualifier' | 'limit'>): number | null {
  if (limit === null) return null;
  if (qualifier === 'not detected' || value === null) return 0;
  if (limit === 0) return value > 0 ? 1 : 0;
  return value / limit;
}

/** A fraction as readers see it: `12%`. */
export function describeShare(share: number): string {
  return share < 0.01 ? 'less than 1%' : `${Math.round(share * 100)}%`;
}

interface Checks {
  day: string;
  outcome: string;
  country: string | null;
  checks: number;
}

export interface CheckSums {
  /** Newest first, without days that had no checks. */
  days: { day: string; total: number; of: Record<string, number> }[];
  outcomes: string[];
  /** Highest count first; null if no proxy reported a country. */
  countries: { country: string | null; checks: number }[];
}

/** Totals checks by day and outcome, and by country. */
export function sumChecks(rows: readonly Checks[]): CheckSums {
  const days = new Map<string, CheckSums['days'][number]>();
  const countries = new Map<string | null, number>();
  const outcomes = new Set<string>();
  for (const { day, outcome, country, checks } of rows) {
    const sums = days.get(day) ?? { day, total: 0, of: {} };
    sums.total += checks;
    sums.of[outcome] = (sums.of[outcome] ?? 0) + checks;
    days.set(day, sums);
    outcomes.add(outcome);
    countries.set(country, (countries.get(country) ?? 0) + checks);
  }
  return {
    days: [...days.values()].sort((a, b) => b.day.localeCompare(a.day)),
    outcomes: [...outcomes],
    countries: [...countries]
      .map(([country, checks]) => ({ country, checks }))
      .sort((a, b) => b.checks - a.checks),
  };
}

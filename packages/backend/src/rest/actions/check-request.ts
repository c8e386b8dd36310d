import type { SelectItem } from '../query/query-ast.ts';
import type { Preferences } from '../request/parse-preferences.ts';
import { aggregatesDisabled, badPreferences } from '../respond/request-errors.ts';
import type { RestSettings } from '../rest-request.ts';

export function checkPreferences({ handling, invalid }: Preferences): void {
  if (handling === 'strict' && invalid.length > 0) throw badPreferences(invalid);
}

export function checkAggregates(select: readonly SelectItem[], settings: RestSettings): void {
  if (!settings.aggregates && select.some(hasAggregate)) throw aggregatesDisabled();
}

const hasAggregate = (item: SelectItem): boolean =>
  item.kind === 'field' ? item.aggregate !== undefined : item.select.some(hasAggregate);

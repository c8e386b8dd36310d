import { isCountry } from './countries.ts';
import {
  type SettingName,
  type SiteFacts,
  settingKey,
  siteDefaults,
  siteDefaultsOf,
  siteSettings,
} from './settings.ts';
import type { z } from './zod.ts';

export interface SettingRow {
  key: string;
  value: unknown;
}

/**
 * Defaults overridden by the owner's rows. A row that fails its schema is ignored: a bad value in
 * the database must never take the shop down.
 */
export function mergeSiteSettings(rows: readonly SettingRow[]): SiteFacts {
  const written = readRows(rows).flatMap(({ name, parsed }) =>
    parsed.success ? [[name, parsed.data] as const] : [],
  );
  const own = Object.fromEntries(written) as Partial<SiteFacts>;
  return { ...siteDefaultsOf(own.brand ?? siteDefaults.brand), ...own };
}

/** Rows that are ignored, and countries that no paid order can ship to, in words for the owner. */
export function findSettingProblems(rows: readonly SettingRow[]): string[] {
  return readRows(rows).flatMap(({ key, name, value, parsed }) => {
    if (!parsed.success) return [`${key} is not used: ${parsed.error.issues[0]?.message}`];
    const unknown =
      name === 'shipsTo' ? (value as string[]).filter((code) => !isCountry(code)) : [];
    return unknown.length > 0 ? [`${key} contains unknown countries: ${unknown.join(', ')}`] : [];
  });
}

function readRows(rows: readonly SettingRow[]) {
  const names = new Map(
    (Object.keys(siteSettings) as SettingName[]).map((name) => [settingKey(name), name]),
  );
  return rows.flatMap(({ key, value }) => {
    const name = names.get(key);
    const schema: z.ZodType | null = name ? siteSettings[name].schema : null;
    return name && schema ? [{ key, name, value, parsed: schema.safeParse(value) }] : [];
  });
}

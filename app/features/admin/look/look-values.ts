import { findColorProblem, hexColor } from '#domain/colors.ts';
import { mergeSiteSettings } from '#domain/merge-settings.ts';
import { fontNames } from '#domain/settings.ts';
import { z } from '#domain/zod.ts';
import type { SettingRow } from '../settings/setting-rows.ts';

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(hexColor, 'Six digits after #, such as #1d1a16.');
const font = z.enum(fontNames);

/** The values of the look form. */
export const lookValues = z
  .object({
    text: color,
    background: color,
    dark: color,
    accent: color,
    heading_font: font,
    text_font: font,
    logo: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullable(),
    favicon: z.string(),
    social_card: z.string(),
  })
  .superRefine(({ text, background, dark, accent }, issues) => {
    const chosen = { text, background, dark, accent };
    if (!Object.values(chosen).every((each) => hexColor.test(each))) return;
    const problem = findColorProblem(chosen);
    if (problem)
      issues.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });
export type LookValues = z.infer<typeof lookValues>;

export function toLookValues(rows: readonly { key: string; value: unknown }[]): LookValues {
  const { colors, headingFont, textFont, logo, favicon, socialCard } = mergeSiteSettings(rows);
  return {
    ...colors,
    heading_font: headingFont,
    text_font: textFont,
    logo,
    favicon,
    social_card: socialCard,
  };
}

export function toLookRows(values: LookValues): SettingRow[] {
  const { text, background, dark, accent, heading_font, text_font, logo, ...pictures } = values;
  return [
    { key: 'colors', value: { text, background, dark, accent } },
    { key: 'heading_font', value: heading_font },
    { key: 'text_font', value: text_font },
    // A row cannot hold null.
    { key: 'logo', value: logo ?? false },
    { key: 'favicon', value: pictures.favicon },
    { key: 'social_card', value: pictures.social_card },
  ];
}

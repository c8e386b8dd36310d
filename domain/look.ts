import { paletteOf } from './colors.ts';
import { type FontName, type SiteFacts, siteDefaults } from './settings.ts';

interface Font {
  label: string;
  stack: string;
}

/** Fonts that ship with the shop or that every device has: none is loaded from a third party. */
export const fonts: Record<FontName, Font> = {
  fraunces: { label: 'Fraunces', stack: '"Fraunces Display","Fraunces Fallback",Georgia,serif' },
  instrument: {
    label: 'Instrument Sans',
    stack: '"Instrument Sans Variable","Instrument Fallback",system-ui,sans-serif',
  },
  georgia: { label: 'Georgia', stack: 'Georgia,"Times New Roman",serif' },
  palatino: {
    label: 'Palatino',
    stack: '"Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif',
  },
  helvetica: { label: 'Helvetica', stack: '"Helvetica Neue",Helvetica,Arial,sans-serif' },
  verdana: { label: 'Verdana', stack: 'Verdana,Geneva,sans-serif' },
};

type Look = Pick<SiteFacts, 'colors' | 'headingFont' | 'textFont'>;

export function hasOwnColors({ colors }: Pick<SiteFacts, 'colors'>): boolean {
  return JSON.stringify(colors) !== JSON.stringify(siteDefaults.colors);
}

/** Custom properties that override those of `app/styles/app.css`; empty if nothing was chosen. */
export function lookStyle(site: Look): string {
  const colors = hasOwnColors(site) ? Object.entries(paletteOf(site.colors)) : [];
  const { headingFont, textFont } = siteDefaults;
  const properties = [
    ...colors.map(([name, color]) => `--color-${name}:${color}`),
    ...(site.headingFont === headingFont
      ? []
      : [`--font-display:${fonts[site.headingFont].stack}`]),
    ...(site.textFont === textFont ? [] : [`--font-sans:${fonts[site.textFont].stack}`]),
  ];
  return properties.length > 0 ? `:root{${properties.join(';')}}` : '';
}

import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import { hasOwnColors, lookStyle } from '#domain/look.ts';
import { type SiteFacts, siteDefaults } from '#domain/settings.ts';
import fraunces from './fonts/fraunces-display.woff2?url';
import frauncesItalic from './fonts/fraunces-display-italic.woff2?url';
import type { Look } from './use-shop.ts';

/** For the root loader: the owner's choices, ready for the head of every page. */
export function readLook(site: SiteFacts): Look {
  const chosen = [site.headingFont, site.textFont];
  // Used on every page; italics are only used in the footer and can wait.
  const fonts = [
    ...(chosen.includes('fraunces') ? [fraunces] : []),
    ...(chosen.includes('instrument') ? [instrumentSans] : []),
    ...(chosen.includes('fraunces') ? [frauncesItalic] : []),
  ].map((href) => ({ href, late: href === frauncesItalic }));
  return {
    style: lookStyle(site),
    ground: site.colors.background,
    icon: site.favicon || site.logo?.url || '/favicon.svg',
    card: cardOf(site),
    fonts,
  };
}

/** The default card contains the default shop name. */
function cardOf(site: SiteFacts): string {
  const isOurs = site.brand === siteDefaults.brand && !hasOwnColors(site) && site.logo === null;
  return site.socialCard || (isOurs ? '/og-default.jpg' : '/previews/shop/card.jpg');
}

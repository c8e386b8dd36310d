import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { pageTexts } from '#app/lib/page-texts.ts';
import { fillInAmount } from '#domain/free-shipping-claim.ts';
import { type LegalPage, legalPages } from '#domain/legal-texts.ts';
import { readSections, type TextSection } from '#domain/texts/text-field.ts';

/** A legal page, section by section. */
export function readLegal(
  context: Readonly<RouterContextProvider>,
  page: LegalPage,
): TextSection[] {
  const { site, selling } = context.get(appContext);
  const { text: written } = pageTexts(context, legalPages[page].place);
  return readSections(written).map(({ heading, text }) => ({
    heading,
    text: fillInAmount(text, site, selling.zones),
  }));
}

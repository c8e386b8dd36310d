import type { RouterContextProvider } from 'react-router';
import { namedTexts, type TextPlace, type TextsOf } from '#domain/texts/site-texts.ts';
import { appContext } from './app-context.ts';

/** For loaders: the published texts of a place. */
export function pageTexts<Place extends TextPlace>(
  context: Readonly<RouterContextProvider>,
  place: Place,
): TextsOf<Place> {
  return namedTexts(context.get(appContext).site, place);
}

import { legalTextFields } from '#domain/legal-texts.ts';
import { fillIn } from '#domain/placeholders.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { mailTexts } from './mail-texts.ts';
import { aboutTexts, homeTexts, layoutTexts, productsTexts } from './page-texts.ts';
import { findTextProblem, type TextField } from './text-field.ts';

/** Every text that the owner may rewrite, grouped by the place that is published as a unit. */
export const textPlaces = {
  home: homeTexts,
  about: aboutTexts,
  products: productsTexts,
  layout: layoutTexts,
  ...legalTextFields,
  ...mailTexts,
} satisfies Record<string, Record<string, TextField>>;

export type TextPlace = keyof typeof textPlaces;

/** The texts of a place by field name. */
export type TextsOf<Place extends TextPlace> = Record<keyof (typeof textPlaces)[Place], string>;

export type SiteTexts = { [Place in TextPlace]: TextsOf<Place> };

/** Everything the owner may change about the shop, with its current values: facts and texts. */
export interface Site extends SiteFacts {
  texts: SiteTexts;
}

export function isTextPlace(name: string): name is TextPlace {
  return Object.hasOwn(textPlaces, name);
}

export function fieldsOf(place: TextPlace): [name: string, field: TextField][] {
  return Object.entries(textPlaces[place]);
}

/** The place's default texts overridden by what was written; invalid texts are ignored. */
export function textsOf<Place extends TextPlace>(place: Place, written: unknown): TextsOf<Place> {
  const own = (written ?? {}) as Record<string, unknown>;
  const told = fieldsOf(place).map(([name, field]) => {
    const text = own[name];
    const fits = typeof text === 'string' && findTextProblem(field, text) === null;
    return [name, fits ? text.trim() : field.default];
  });
  return Object.fromEntries(told) as TextsOf<Place>;
}

/** The published texts of every place. */
export function siteTexts(published: readonly { place: string; texts: unknown }[]): SiteTexts {
  const written = new Map(published.map(({ place, texts }) => [place, texts]));
  const places = Object.keys(textPlaces) as TextPlace[];
  return Object.fromEntries(
    places.map((place) => [place, textsOf(place, written.get(place))]),
  ) as SiteTexts;
}

/** The texts of a place with the shop's name filled in. */
export function namedTexts<Place extends TextPlace>(site: Site, place: Place): TextsOf<Place> {
  const name = site.brand;
  const texts: Record<string, string> = site.texts[place];
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, fillIn(text, { name })]),
  ) as TextsOf<Place>;
}

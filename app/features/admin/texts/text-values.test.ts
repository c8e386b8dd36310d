import { expect, it } from 'vitest';
import { type TextPlace, textPlaces } from '#domain/texts/site-texts.ts';
import { hasSameTexts, textSchema, toPublished, toTextValues } from './text-values.ts';

it.each(Object.keys(textPlaces) as TextPlace[])('%s can be published as it comes', (place) => {
  const values = toTextValues(place, null);
  expect(textSchema(place).safeParse(values).error).toBeUndefined();
  expect(toPublished(place, values)).toEqual({});
});

it('stores what differs, and reads it back', () => {
  const values = { ...toTextValues('home', null), hero_shop: ' Have a look ' };
  const published = toPublished('home', values);
  expect(published).toEqual({ hero_shop: 'Have a look' });
  expect(toTextValues('home', published).hero_shop).toBe('Have a look');
});

it('knows what it has sent from what the database stored, whatever the order of the words', () => {
  const sent = toPublished('home', {
    ...toTextValues('home', null),
    hero_title: 'Roots',
    why: '# Why\nBecause.',
  });
  const stored = Object.fromEntries(Object.entries(sent).reverse());
  expect(JSON.stringify(stored)).not.toBe(JSON.stringify(sent));
  expect(hasSameTexts('home', stored, sent)).toBe(true);
  expect(hasSameTexts('home', { ...stored, why: '# Why\nNo.' }, sent)).toBe(false);
});

it('says at its place what cannot stand there', () => {
  const values = { ...toTextValues('home', null), hero_title: 'One\ntwo', why: 'No heading' };
  const { error } = textSchema('home').safeParse({ ...values, hero_text: 'For {customer}' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['hero_title', 'One line only.'],
    ['hero_text', '{customer} means nothing here. You can use {name}.'],
    ['why', 'Start with a line such as "# Heading", and write something under each.'],
  ]);
});

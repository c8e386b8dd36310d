import { fieldsOf, type TextPlace, textsOf } from '#domain/texts/site-texts.ts';
import { findTextProblem } from '#domain/texts/text-field.ts';
import { z } from '#domain/zod.ts';

/** The values of a place's form, by field name. */
export type TextValues = Record<string, string>;

export function textSchema(place: TextPlace): z.ZodType<TextValues, TextValues> {
  const shape = fieldsOf(place).map(([name, field]) => [
    name,
    z.string().superRefine((written, issues) => {
      const message = findTextProblem(field, written);
      if (message) issues.addIssue({ code: 'custom', message });
    }),
  ]);
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodType<TextValues, TextValues>;
}

/** The published texts, or the shop's defaults. */
export function toTextValues(place: TextPlace, published: unknown): TextValues {
  return { ...textsOf(place, published) };
}

/** Whether both contain the same texts: the database orders the keys of an object in its own way. */
export function hasSameTexts(place: TextPlace, one: unknown, other: unknown): boolean {
  const [words, otherWords] = [toTextValues(place, one), toTextValues(place, other)];
  return fieldsOf(place).every(([name]) => words[name] === otherWords[name]);
}

/** What is stored: only texts the owner has changed, so that the others follow the shop's defaults. */
export function toPublished(place: TextPlace, values: TextValues): TextValues {
  const own = fieldsOf(place).flatMap(([name, field]) => {
    const written = (values[name] ?? '').trim();
    return written === field.default ? [] : [[name, written]];
  });
  return Object.fromEntries(own);
}

import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import type { RowChanges } from '../form/row-form.tsx';

export type Product = RowOf<'products'>;
export type Columns = RowChanges<'products'>;

/** One field of the form: its schema, default, and how it is read and saved. */
export interface ProductField<Schema extends z.ZodType> {
  /** The field's value; numbers are text until they are saved. */
  schema: Schema;
  /** Its value for a new product. */
  empty: z.output<Schema>;
  read: (product: Product) => z.output<Schema>;
  /** The columns it is saved to. */
  write: (value: z.output<Schema>) => Partial<Columns>;
}

/** A field that `PlainFields` renders in its section; others are placed in `product-fields.tsx`. */
export interface PlainField<Schema extends z.ZodType> extends ProductField<Schema> {
  input: PlainInput;
}

export interface PlainInput {
  section: 'availability' | 'views' | 'label';
  kind: 'line' | 'text' | 'check' | 'number';
  label: string;
  hint?: string;
  /** Rows of a multi-line text. */
  rows?: number;
}

export function field<Schema extends z.ZodType>(
  described: ProductField<Schema>,
): ProductField<Schema> {
  return described;
}

type Described = Omit<PlainInput, 'kind'>;

/** The columns of `products` that hold such a value. */
type ColumnOf<Value> = {
  [Name in keyof Product]-?: [Value] extends [Product[Name]]
    ? [Product[Name]] extends [Value]
      ? Name
      : never
    : never;
}[keyof Product];

/** A nullable text column; an empty field is null. */
export function optionalText(
  column: ColumnOf<string | null>,
  longest: number,
  input: Described,
): PlainField<z.ZodType<string, string>> {
  const most = `At most ${longest.toLocaleString('en-US')} characters.`;
  return {
    schema: z.string().trim().max(longest, most),
    empty: '',
    read: (product) => product[column] ?? '',
    write: (text) => ({ [column]: text || null }),
    input: { ...input, kind: input.rows ? 'text' : 'line' },
  };
}

/** A boolean column. */
export function check(
  column: ColumnOf<boolean>,
  input: Described,
): PlainField<z.ZodType<boolean, boolean>> {
  return {
    schema: z.boolean(),
    empty: false,
    read: (product) => product[column],
    write: (checked) => ({ [column]: checked }),
    input: { ...input, kind: 'check' },
  };
}

/** A column of whole numbers from 0; an empty field is 0. */
export function wholeNumber(
  column: ColumnOf<number>,
  input: Described,
): PlainField<z.ZodType<string, string>> {
  return {
    schema: z
      .string()
      .trim()
      .regex(/^\d{0,9}$/, 'Enter a whole number.'),
    empty: '0',
    read: (product) => String(product[column]),
    write: (typed) => ({ [column]: Number(typed || 0) }),
    input: { ...input, kind: 'number' },
  };
}

/** Generated on save if empty. */
export function searchText(column: 'seo_title' | 'seo_description' | 'seo_keywords') {
  return field({
    schema: z.string(),
    empty: '',
    read: (product) => product[column] ?? '',
    write: (text) => ({ [column]: text }),
  });
}

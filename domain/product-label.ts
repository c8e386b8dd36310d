import type { Product } from './product.ts';

interface LabelText {
  label: string;
  /** Rows of its field in the admin form. */
  rows: number;
}

/** A text column that the owner may leave empty. */
type TextColumn = {
  [Name in keyof Product]-?: [string | null] extends [Product[Name]]
    ? [Product[Name]] extends [string | null]
      ? Name
      : never
    : never;
}[keyof Product];

/** The texts on a product's label, in the order of the product page and the admin form. */
export const labelTexts = {
  ingredients: { label: 'Ingredients', rows: 2 },
  directions: { label: 'Directions', rows: 3 },
  warnings: { label: 'Warnings', rows: 3 },
} satisfies { [Column in TextColumn]?: LabelText };

export type LabelColumn = keyof typeof labelTexts;

export const labelColumns = Object.keys(labelTexts) as LabelColumn[];

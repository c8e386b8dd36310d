/** What a code is filed under unless somebody names a product. */
export const defaultProductName = 'Default Product';

/** As codes are printed: in capitals, without spaces and hyphens, typographic ones included. */
export const asPrinted = (code: string): string =>
  code.replace(/[\p{Space_Separator}\p{Dash_Punctuation}]/gu, '').toUpperCase();

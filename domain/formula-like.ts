/**
 * What a spreadsheet would read as a formula, also with a line break in it; a negative amount is
 * just a number. Cells of CSV files that match become text.
 */
export const formulaLike = /^(?!-\d+\.\d\d$)[=+\-@\t\r]/;

/** What a code is filed under unless somebody names a product. */
export const defaultProductName = 'Default Product';

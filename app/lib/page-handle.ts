/** What a page's route exports as `handle`. */
export interface PageHandle {
  /**
   * The query parameters that the server uses to render the page. All others, such as a campaign's,
   * are for the browser: pages that differ only in those are cached as one.
   */
  reads?: readonly string[];
  /**
   * Caches the page for each value of these parameters. Only for lists that answer 404 for made-up
   * values; otherwise anyone could fill the cache.
   */
  keepsEach?: boolean;
}

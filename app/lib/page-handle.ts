/** What a page's route exports as `handle`. */
export interface PageHandle {
  /**
   * The query parameters that the server renders the page with. All others, such as a campaign's,
   * are for the browser: pages that differ in them alone are cached as one.
   */
  reads?: readonly string[];
  /**
   * Pages are cached for each value of these, as only a list may say whose made-up pages answer
   * 404. Otherwise anyone could fill the cache.
   */
  keepsEach?: boolean;
}

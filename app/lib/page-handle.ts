/** What a page's route exports as `handle`. */
export interface PageHandle {
  /**
   * The parameters of the address that the server renders the page with. All others, such as a
   * campaign's, are for the browser: pages that differ in them alone are cached as one.
   */
  reads?: readonly string[];
}

/** A finished document, handed to the server as the string it is. */
export interface RenderedDocument {
  html: string;
  /** The mark that our own inline scripts carry as their nonce. */
  scriptToken: string;
}

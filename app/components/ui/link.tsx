import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

export interface LinkProps extends Omit<RouterLinkProps, 'prefetch'> {
  /** From the root, such as `/products`. */
  to: string;
  /**
   * Fetches the page when a press is likely (`useGuardedNavigation`). The router's own way loads the
   * open page anew when a file cannot be fetched: a mere hover would lose what was typed.
   */
  prefetch?: 'intent';
}

/**
 * A link within the shop. On the server it is the plain anchor that the router would draw too:
 * nobody presses it or hovers over it there, and asking the router some forty times a page for what
 * is known takes a good part of its rendering.
 */
export const Link: React.ComponentType<LinkProps> = import.meta.env.SSR ? Anchor : BrowserLink;

function Anchor({ to, prefetch, replace, state, ...anchor }: LinkProps) {
  return <a {...anchor} href={to} data-prefetch={prefetch} data-discover="true" />;
}

function BrowserLink({ prefetch, ...link }: LinkProps) {
  return <RouterLink {...link} data-prefetch={prefetch} />;
}

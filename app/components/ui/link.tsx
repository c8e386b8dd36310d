import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

export interface LinkProps extends Omit<RouterLinkProps, 'prefetch'> {
  /** An absolute path such as `/products`. */
  to: string;
  /**
   * Prefetches the page when a click is likely (`useGuardedNavigation`). The router's own prefetch
   * reloads the open page if a file can't be loaded, so merely hovering could lose what was typed.
   */
  prefetch?: 'intent';
}

/** A link within the shop. */
export function Link({ prefetch, ...link }: LinkProps) {
  return <RouterLink {...link} data-prefetch={prefetch} />;
}

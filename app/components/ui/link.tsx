import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

export interface LinkProps extends Omit<RouterLinkProps, 'prefetch'> {
  /** From the root, such as `/products`. */
  to: string;
  /**
   * Fetches the page when a press is likely (`useGuardedNavigation`). The router's own prefetch
   * reloads the open page when a file can't be fetched, so that merely hovering could lose what was
   * typed.
   */
  prefetch?: 'intent';
}

/** A link within the shop. */
export function Link({ prefetch, ...link }: LinkProps) {
  return <RouterLink {...link} data-prefetch={prefetch} />;
}

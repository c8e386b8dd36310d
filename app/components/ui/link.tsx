import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';

export interface LinkProps extends RouterLinkProps {
  /** From the root, such as `/products`. */
  to: string;
}

/**
 * A link within the shop. On the server it is the plain anchor that the router would draw too:
 * nobody presses it or hovers over it there, and asking the router some forty times a page for what
 * is known takes a good part of its rendering.
 */
export const Link: React.ComponentType<LinkProps> = import.meta.env.SSR ? Anchor : RouterLink;

function Anchor({ to, prefetch, replace, state, ...anchor }: LinkProps) {
  return <a {...anchor} href={to} data-discover="true" />;
}

import { ExternalLink } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/button.tsx';

/** Opens what is edited as visitors see it; on a phone the sign alone. */
export function ViewInShop({ to }: { to: string }) {
  return (
    <ButtonLink
      to={to}
      variant="quiet"
      target="_blank"
      className="shrink-0 max-sm:size-11 max-sm:p-0"
    >
      <ExternalLink aria-hidden="true" className="size-4.5" />
      <span className="max-sm:sr-only">View in shop</span>
    </ButtonLink>
  );
}

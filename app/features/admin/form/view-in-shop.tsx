import { ExternalLink } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/button.tsx';

/** Opens the visitors' view of what is being edited; on phones only the icon is shown. */
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

import { ButtonLink } from '#app/components/ui/button.tsx';
import { ScreenHeading } from './screen-heading.tsx';

export function NotFound() {
  return (
    <>
      <ScreenHeading title="Page not found" />
      <p className="mb-6 max-w-prose text-ink-soft">
        This page does not exist in the admin area. The search (Ctrl K) finds every page, order,
        customer and product.
      </p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/admin/dashboard">Back to the dashboard</ButtonLink>
        <ButtonLink variant="secondary" to="/admin/orders">
          Orders
        </ButtonLink>
      </p>
    </>
  );
}

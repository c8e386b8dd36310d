import { ButtonLink } from '#app/components/ui/button.tsx';
import { ScreenHeading } from './screen-heading.tsx';

export function NotFound() {
  return (
    <>
      <ScreenHeading title="Page not found" />
      <p className="mb-6 text-ink-soft">This page does not exist in the admin area.</p>
      <ButtonLink to="/admin/dashboard">Back to the dashboard</ButtonLink>
    </>
  );
}

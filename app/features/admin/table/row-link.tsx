import { Link } from '#app/components/ui/link.tsx';

/** A row's name, which opens it. */
export function RowLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center font-semibold hover:underline">
      {children}
    </Link>
  );
}

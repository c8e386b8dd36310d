import { ArrowLeft } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';

interface ScreenHeadingProps {
  title: string;
  /** The page the screen was opened from. */
  back?: { to: string; label: string };
  /** Actions, on the right. */
  children?: React.ReactNode;
}

/** The top of every screen; also sets the document title. */
export function ScreenHeading({ title, back, children }: ScreenHeadingProps) {
  const { site } = useShop();
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{`${title} | ${site.brand} Admin`}</title>
      <div className="flex min-w-0 items-center gap-2">
        {back ? (
          <Link
            to={back.to}
            aria-label={back.label}
            className="-ml-2.5 flex size-11 shrink-0 print:hidden items-center justify-center rounded-sm hover:bg-bone-deep"
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </Link>
        ) : null}
        <h1 className="min-w-0 text-[1.625rem] leading-tight break-words">{title}</h1>
      </div>
      {children ? (
        <div className="flex flex-wrap items-center gap-3 print:hidden">{children}</div>
      ) : null}
    </header>
  );
}

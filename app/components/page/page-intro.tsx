import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';

interface PageIntroProps {
  label: string;
  to: string;
  title: React.ReactNode;
  children?: React.ReactNode;
}

/** The top of a text page: breadcrumb, title and introduction. */
export function PageIntro({ label, to, title, children }: PageIntroProps) {
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: 'Home', to: '/' },
          { label, to },
        ]}
      />
      <header className="mt-4 mb-12 max-w-3xl lg:mb-16">
        <h1 className="text-display">{title}</h1>
        {children ? <div className="mt-5 max-w-prose text-lg text-ink-soft">{children}</div> : null}
      </header>
    </>
  );
}

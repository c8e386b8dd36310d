import { Suspense } from 'react';
import { Form } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';

// An additional suggestion: the page is complete without it.
const SomeProducts = lazyPart(
  () => import('./some-products.tsx'),
  () => null,
);

interface NotFoundProps {
  title: string;
  text: string;
  /** Path of the main link. */
  to: string;
  action: string;
}

/** Says what is missing, with a link, the search and three products. */
export function NotFound({ title, text, to, action }: NotFoundProps) {
  return (
    <div className="page-width flex min-h-[60vh] flex-col items-start justify-center py-12 md:py-16">
      <p className="eyebrow text-saffron-ink">Not found</p>
      <h1 className="mt-3 text-display">{title}</h1>
      <p className="mt-4 max-w-prose text-ink-soft">{text}</p>
      <search className="mt-8 w-full max-w-xl">
        <Form action="/search" className="flex gap-3">
          <input
            type="search"
            name="q"
            aria-label="What are you looking for?"
            placeholder="Resin, saffron…"
            maxLength={100}
            autoComplete="off"
            className="block min-h-13 w-0 grow rounded-sm border border-line-strong bg-paper px-4 text-base placeholder:text-ink-soft"
          />
          <Button type="submit" size="lg" variant="secondary">
            Search
          </Button>
        </Form>
      </search>
      <p className="mt-4">
        <ButtonLink to={to} size="lg">
          {action}
        </ButtonLink>
      </p>
      {/* Reserves their height, so that nothing shifts. */}
      <div className="mt-12 min-h-86 w-full md:min-h-26 [@media(scripting:none)]:hidden">
        <Suspense fallback={null}>
          <SomeProducts />
        </Suspense>
      </div>
    </div>
  );
}

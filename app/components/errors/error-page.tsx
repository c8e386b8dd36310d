import { isRouteErrorResponse } from 'react-router';
import { type Shop, useShop } from '#app/lib/use-shop.ts';
import { Button, buttonClasses } from '../ui/button.tsx';

/**
 * Shown when something broke or is missing, in plain words and with links to go on; details go to
 * the log. Uses plain anchors because the router itself may have failed.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const words = wordsFor(error);
  // The root loader itself may have failed.
  const shop: Shop | undefined = useShop();
  return (
    <div className="page-width flex min-h-[70vh] flex-col items-start justify-center py-20">
      <title>{[words.title, shop?.site.brand].filter(Boolean).join(' | ')}</title>
      <p className="eyebrow text-saffron-ink">{words.eyebrow}</p>
      <h1 className="mt-4 text-display">{words.heading}</h1>
      <p className="mt-6 max-w-prose text-lg text-ink-soft">{words.text}</p>
      <p className="mt-10 flex flex-wrap gap-3">
        {words === unreachable ? (
          <Button size="lg" onClick={() => window.location.reload()}>
            Try again
          </Button>
        ) : null}
        <a className={buttonClasses({ size: 'lg' })} href="/">
          Back to Home
        </a>
        <a className={buttonClasses({ size: 'lg', variant: 'secondary' })} href="/products">
          See the products
        </a>
      </p>
    </div>
  );
}

interface Words {
  title: string;
  eyebrow: string;
  heading: string;
  text: string;
}

const missing: Words = {
  title: 'Page not found',
  eyebrow: 'Not found',
  heading: '404 Oops! Page not found',
  text: 'The page may have moved, or the address may be mistyped.',
};
const unreachable: Words = {
  title: 'Not loaded',
  eyebrow: 'No connection',
  heading: 'The page could not be loaded',
  text: 'Please check your connection and try again. Your cart is safe.',
};
const broken: Words = {
  title: 'Something went wrong',
  eyebrow: 'Our mistake',
  heading: 'Something went wrong',
  text: 'This page could not be displayed. Your cart is safe. Please try again in a moment.',
};

function wordsFor(error: unknown): Words {
  if (isRouteErrorResponse(error) && error.status === 404) return missing;
  // The messages of a fetch that got no response: Chromium, Safari, Firefox.
  const unanswered = /^(Failed to fetch|Load failed|NetworkError)/;
  if (error instanceof TypeError && unanswered.test(error.message)) return unreachable;
  return broken;
}

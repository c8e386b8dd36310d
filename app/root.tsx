import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import { useEffect } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { ErrorPage } from './components/errors/error-page.tsx';
import { Toaster } from './components/ui/toaster.tsx';
import { appContext } from './lib/app-context.ts';
import './styles/app.css';
import { deliveryPromise } from '#domain/delivery-promise.ts';
import { freeShippingClaim } from '#domain/free-shipping-claim.ts';
import { sellingFacts } from '#domain/selling-facts.ts';
import { notifyAdded } from './features/cart/notify-added.ts';
import { cartStore } from './features/cart/store/cart-store.ts';
import { noteEarlyPresses, replayEarlyPresses, takeEarlyLines } from './lib/early-presses.ts';
import fraunces from './lib/fonts/fraunces-display.woff2?url';
import frauncesItalic from './lib/fonts/fraunces-display-italic.woff2?url';
import type { Shop } from './lib/use-shop.ts';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  // All three are used on every page; the italics are only in the footer and can wait.
  ...[fraunces, instrumentSans, frauncesItalic].map((href) => ({
    rel: 'preload',
    href,
    fetchPriority: href === frauncesItalic ? ('low' as const) : ('auto' as const),
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
];

export function loader({ context }: Route.LoaderArgs): Shop {
  const { origin, publishableKey, paymentMethods, sandbox, site, selling } =
    context.get(appContext);
  return {
    ...{ origin, publishableKey, paymentMethods, sandbox, site },
    shippingClaim: freeShippingClaim(site, selling.zones),
    deliveryPromise: deliveryPromise(site, selling.zones),
    selling: sellingFacts(selling),
  };
}

/**
 * These facts hold for as long as the page is open. Reading them again after a form was sent would
 * only turn a failed sending into a page that is gone.
 */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f6f1e7" />
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text, which the policy names */}
        <script dangerouslySetInnerHTML={{ __html: noteEarlyPresses }} />
      </head>
      <body>
        {children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(() => {
    replayEarlyPresses();
    for (const line of takeEarlyLines()) {
      cartStore.add(line);
      notifyAdded(line.name);
    }
  }, []);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content">
      <ErrorPage error={error} />
    </main>
  );
}

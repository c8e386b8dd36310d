import { useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import { ErrorPage } from './components/errors/error-page.tsx';
import { Toaster } from './components/ui/toaster.tsx';
import { appContext } from './lib/app-context.ts';
import './styles/app.css';
import { deliveryPromise } from '#domain/delivery-promise.ts';
import { freeShippingClaim } from '#domain/free-shipping-claim.ts';
import { sellingFacts } from '#domain/selling-facts.ts';
import { readMenu } from '#domain/texts/menu-entries.ts';
import { notifyAdded } from './features/cart/notify-added.ts';
import { cartStore } from './features/cart/store/cart-store.ts';
import { readEarlyLinesOnce, replayEarlyClicks } from './lib/early-clicks.ts';
import { pageTexts } from './lib/page-texts.ts';
import { readLook } from './lib/read-look.ts';
import type { Shop } from './lib/use-shop.ts';

export function loader({ context }: Route.LoaderArgs): Shop {
  const { origin, publishableKey, paymentMethods, sandbox, site, selling } =
    context.get(appContext);
  // Each page gets only its own texts.
  const { texts: _, ...facts } = site;
  const words = pageTexts(context, 'layout');
  return {
    ...{ origin, publishableKey, paymentMethods, sandbox, site: facts },
    look: readLook(site),
    words,
    menus: {
      main: readMenu(words.main_menu),
      phone: readMenu(words.phone_menu),
      footer: readMenu(words.footer_menu),
    },
    shippingClaim: freeShippingClaim(site, selling.zones),
    deliveryPromise: deliveryPromise(site, selling.zones),
    selling: sellingFacts(selling),
  };
}

/**
 * These facts stay the same for as long as the page is open. Loading them again after a form was
 * submitted could only turn a failed submission into a lost page.
 */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: React.ReactNode }) {
  const look = (useRouteLoaderData('root') as Shop | undefined)?.look;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={look?.ground ?? '#f6f1e7'} />
        <Meta />
        <link rel="icon" href={look?.icon ?? '/favicon.svg'} />
        {look?.fonts.map(({ href, late }) => (
          <link
            key={href}
            rel="preload"
            href={href}
            fetchPriority={late ? 'low' : 'auto'}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        <Links />
        {look?.style ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: colors and fonts of ours alone
          <style dangerouslySetInnerHTML={{ __html: look.style }} />
        ) : null}
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
    replayEarlyClicks();
    for (const line of readEarlyLinesOnce()) {
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

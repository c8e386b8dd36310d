import '#app/styles/app.css';
import '#app/styles/overlays.css';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { Toaster } from '#app/components/ui/toaster.tsx';
import type { Shop } from '#app/lib/use-shop.ts';
import { siteDefaults } from '#domain/settings.ts';
import { textsOf } from '#domain/texts/site-texts.ts';
import { paymentMethods } from '#tests/fixtures/payment-methods.ts';

const shop: Shop = {
  origin: 'http://shop.example',
  publishableKey: 'sb_publishable_test',
  paymentMethods,
  sandbox: false,
  site: siteDefaults,
  look: { style: '', ground: '#f6f1e7', icon: '/favicon.svg', card: '/og-default.jpg', fonts: [] },
  words: textsOf('layout', null),
  menus: { main: null, phone: null, footer: null },
  shippingClaim: 'Free shipping on orders over $50',
  deliveryPromise: '',
  selling: null,
};

/** Renders a part of the shop at a URL, with notices. */
export async function renderAt(
  address: string,
  element: React.ReactNode,
  facts: Partial<Shop> = {},
) {
  const before = window.location.href;
  window.history.replaceState(null, '', address);
  const router = createBrowserRouter(
    [
      {
        id: 'root',
        path: '/',
        element: (
          <>
            <Outlet />
            <Toaster />
          </>
        ),
        loader: () => ({ ...shop, ...facts }),
        children: [{ path: '*', element }],
      },
    ],
    { hydrationData: { loaderData: { root: { ...shop, ...facts } } } },
  );
  onTestFinished(() => {
    router.dispose();
    dismissToasts();
    window.history.replaceState(null, '', before);
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
  return render(<RouterProvider router={router} />);
}

import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of the shop. URLs are those of requirements §2.1. */
export default [
  layout('routes/storefront.tsx', [
    index('routes/home.tsx'),
    route('home', 'routes/home.tsx', { id: 'home-by-name' }),
    route('products', 'routes/products.tsx'),
    route('product/:slug', 'routes/product.tsx'),
    route('about', 'routes/about.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('validity', 'routes/validity.tsx'),
    route('u/:unit', 'routes/unit.tsx'),
    route('01/:gtin/10/:batch/21/:unit', 'routes/unit.tsx', { id: 'unit-by-gs1-link' }),
    route('batch/:code', 'routes/batch.tsx'),
    route('report', 'routes/report.tsx'),
    route('recalls', 'routes/recalls.tsx'),
    route('blog', 'routes/blog.tsx'),
    route('blog/:slug', 'routes/blog-post.tsx'),
    route('search', 'routes/search.tsx'),
    ...['shipping-and-returns', 'privacy', 'terms'].map((path) =>
      route(path, 'routes/legal.tsx', { id: path }),
    ),

    // Cart, checkout and what follows; the account.
    route('cart', 'routes/cart.tsx'),
    route('checkout', 'routes/checkout.tsx'),
    ...['payment-success', 'paypal-success'].map((path) =>
      route(path, 'routes/payment-success.tsx', { id: path }),
    ),
    route('auth', 'routes/auth.tsx'),
    route('orders', 'routes/orders.tsx'),
    route('account', 'routes/account.tsx'),
    route('find-order', 'routes/find-order.tsx'),
    route('pay', 'routes/pay.tsx'),

    route('*', 'routes/not-found.tsx'),
  ]),
  // For its screens, see app/features/admin/admin-screens.ts.
  route('admin/*', 'routes/admin.tsx'),
] satisfies RouteConfig;

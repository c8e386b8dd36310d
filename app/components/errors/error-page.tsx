import { isRouteErrorResponse } from 'react-router';
import { buttonClasses } from '../ui/button.tsx';

/**
 * What people see when something broke or is not there. The truth goes to the log; here stand
 * plain words and a way on. Plain links, since the router itself may be what failed.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="page-width flex min-h-[70vh] flex-col items-start justify-center py-20">
      <title>{missing ? 'Page not found | Liv Fit' : 'Something went wrong | Liv Fit'}</title>
      <p className="eyebrow text-saffron-ink">{missing ? 'Not found' : 'Our mistake'}</p>
      <h1 className="mt-4 text-display-lg">
        {missing ? '404 Oops! Page not found' : 'Something went wrong'}
      </h1>
      <p className="mt-6 max-w-prose text-lg text-ink-soft">
        {missing
          ? 'The page may have moved, or the address has a slip in it.'
          : 'The page could not be shown. Nothing in your cart is lost. Please try again in a moment.'}
      </p>
      <p className="mt-10 flex flex-wrap gap-3">
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

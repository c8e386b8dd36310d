import type { RouterContextProvider } from 'react-router';
import { appContext } from './app-context.ts';

/**
 * For loaders and actions: calls one of the shop's functions for the visitor, whose IP address
 * counts for rate limits.
 */
export function callFunctionFromLoader(
  context: Readonly<RouterContextProvider>,
  name: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { fetch, origin, publishableKey, address } = context.get(appContext);
  return fetch(`${origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      ...headers,
      apikey: publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
  });
}

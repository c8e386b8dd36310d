import { Hono } from 'hono';

/** The place where PayPal will be played; until then every call is told so. */
export function createPaypalRoutes() {
  return new Hono().all('*', (c) =>
    c.json(
      {
        name: 'NOT_IMPLEMENTED',
        message: 'The sandbox does not play PayPal yet. Leave PayPal switched off in the shop.',
      },
      501,
    ),
  );
}

/** The package's interface for programs: a sandbox in the same process, listening or not. */
export { createSandbox, type SandboxOptions } from './app.ts';
export { type ListeningSandbox, type ListenOptions, listenSandbox } from './listen.ts';
export type { PaypalOptions } from './paypal/paypal.ts';
export type { WebhookEndpoint } from './stripe/sign-webhook.ts';

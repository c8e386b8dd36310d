import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type AppContextValues, appContext } from '#app/lib/app-context.ts';
import { contentSecurityPolicy } from '#app/lib/content-security-policy.ts';
import { finishDocument } from '#app/lib/finish-document.ts';
import { headScripts } from '#app/lib/head-scripts.ts';
import { lookStyle } from '#domain/look.ts';

/** One provider per request. Called by the server, which has no access to the context key. */
export function createAppContext(values: AppContextValues): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(appContext, values);
  return provider;
}

/**
 * Renders the complete document. Pages are cached whole and their inline scripts are hashed for the
 * content security policy, so nothing is sent before everything is known.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = randomUUID();
  const page = <ServerRouter context={entry} url={request.url} nonce={nonce} />;
  const { report = () => {}, renderInTurn, site } = context.get(appContext);
  const route = entry.staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const draw = async () =>
    finishDocument(await render(page, nonce, report), nonce, headScripts[route]);
  const { html, inlineScripts } = await (renderInTurn?.(draw) ?? draw());
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(inlineScripts, import.meta.env.DEV, lookStyle(site)),
  );
  return new Response(new Uint8Array(html), { status, headers });
}

/** Rejects if the page itself fails; the browser retries whatever fails within a Suspense boundary. */
function render(page: ReactNode, nonce: string, report: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let rest = false;
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Renders everything in place: nothing is sent early that a script would have to move later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady: () => {
        rest = true;
      },
      onShellError: reject,
      onError: (error) => {
        if (rest) report(error);
      },
      onAllReady: () => {
        buffer(pipe(new PassThrough())).then(resolve, reject);
      },
    });
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A response such as 405 is not an error of the shop.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(appContext).report?.(error);
};

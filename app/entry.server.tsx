import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type AppContextValues, appContext, type RenderedDocument } from '#app/lib/app-context.ts';
import { finishDocument } from '#app/lib/finish-document.ts';
import { ScriptToken } from '#app/lib/script-token.ts';

const documents = new WeakMap<Response, RenderedDocument>();

/** The document behind an answer of this build; undefined for one that is none (a redirect, data). */
export function documentOf(response: Response): RenderedDocument | undefined {
  return documents.get(response);
}

/** One provider per request. Called by the server, which owns no copy of the context's key. */
export function createAppContext(values: AppContextValues): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(appContext, values);
  return provider;
}

/**
 * Renders the complete document. Pages are cached whole and their inline scripts hashed for the
 * content security policy, so nothing is sent before everything is known; and what is known can be
 * rendered in one go, which costs a third less than a stream (decision 0017). The document travels
 * beside the response, not in it: `documentOf`.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const response = new Response(null, { status, headers });
  if (request.method === 'HEAD') return response;

  await readHandoff(entry);
  const token = randomUUID();
  const rendered = renderToString(
    <ScriptToken value={token}>
      <ServerRouter context={entry} url={request.url} nonce={token} />
    </ScriptToken>,
  );
  documents.set(response, finishDocument(rendered, token));
  return response;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An answer such as 405 is no failure of ours.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(appContext).report?.(error);
};

/**
 * Reads the loaders' data to its end before rendering. React Router would suspend the rendering for
 * each piece of it, and what suspends cannot be rendered in one go.
 */
async function readHandoff(entry: EntryContext): Promise<void> {
  if (!entry.serverHandoffStream) return;
  const value = await text(entry.serverHandoffStream);
  entry.serverHandoffStream = new ReadableStream();
  entry.renderMeta = { streamCache: { 0: piece(value, false), 1: piece('', true) } };
}

function piece(value: string, done: boolean) {
  return Object.assign(Promise.resolve(), { result: { value, done } });
}

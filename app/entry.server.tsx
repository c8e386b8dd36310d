import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type AppContextValues, appContext } from '#app/lib/app-context.ts';
import { ScriptToken, scriptTokenHeader } from '#app/lib/script-token.ts';

export { scriptTokenHeader };

/** One provider per request. Called by the server, which owns no copy of the context's key. */
export function createAppContext(values: AppContextValues): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(appContext, values);
  return provider;
}

/**
 * Renders the complete document. Pages are cached whole and their inline scripts hashed for the
 * content security policy, so nothing is sent before everything is known.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const token = randomUUID();
  headers.set(scriptTokenHeader, token);
  const html = await renderDocument(
    <ScriptToken value={token}>
      <ServerRouter context={entry} url={request.url} nonce={token} />
    </ScriptToken>,
    token,
    context.get(appContext).report,
  );
  return new Response(html, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An answer such as 405 is no failure of ours.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(appContext).report?.(error);
};

/** Rejects when the document itself fails; what fails inside a boundary is reported. */
function renderDocument(
  document: React.ReactNode,
  nonce: string,
  report: ((error: unknown) => void) | undefined,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const failures: unknown[] = [];
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      // A finished boundary belongs where it stands, never behind a script that moves it there.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
      onShellError: reject,
      onAllReady: () => {
        for (const failure of failures) report?.(failure);
        pipe(sink);
      },
    });
  });
}

import { proxy } from 'hono/proxy';
import { badGateway, gatewayTimeout } from './gateway-errors.ts';

export interface HostedProjectOptions {
  /** How many milliseconds a response may take to begin once the request has been sent. */
  patience?: number;
  /** Called with the reason when the project can't be reached. */
  onError?: (error: unknown) => void;
}

/**
 * Forwards the backend's paths to a hosted project, streaming bodies both ways. If the project
 * can't be reached, the response has the format that each path's client expects, with a status it
 * retries on.
 */
export function createHostedProject(
  projectUrl: string,
  { patience = 60_000, onError }: HostedProjectOptions = {},
): { fetch(request: Request): Promise<Response> } {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const patienceEnds = new AbortController();
      const timer = setTimer(() => patienceEnds.abort(), patience);
      if (!request.body) timer.start();
      try {
        const response = await proxy(new URL(pathname + search, projectUrl), {
          raw: request,
          headers: passedOn(request.headers),
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, patienceEnds.signal]),
          ...(request.body ? { body: announcingEnd(request.body, timer.start) } : {}),
        } as RequestInit & { raw: Request });
        // Remove the project gateway's own cookies.
        response.headers.delete('set-cookie');
        return response;
      } catch (error) {
        if (request.signal.aborted) return new Response(null, { status: 499 });
        onError?.(error);
        return patienceEnds.signal.aborted ? gatewayTimeout(pathname) : badGateway(pathname);
      } finally {
        timer.stop();
      }
    },
  };
}

/** The visitor's headers, minus those meant for this server or for a single connection. */
function passedOn(headers: Headers): Headers {
  const passed = new Headers(headers);
  const named = headers.get('connection')?.split(',') ?? [];
  const ofTheConnection = ['connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect'];
  for (const name of [...ofTheConnection, ...named, 'host', 'cookie', 'proxy-authorization']) {
    try {
      passed.delete(name.trim());
    } catch {
      // `Connection` listed something that isn't a valid header name.
    }
  }
  return passed;
}

/** Starts the response timeout once the upload has finished. */
function announcingEnd(body: ReadableStream, onEnd: () => void): ReadableStream {
  return body.pipeThrough(new TransformStream({ flush: onEnd }));
}

function setTimer(act: () => void, milliseconds: number) {
  let timeout: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    start: () => {
      if (!stopped) timeout ??= setTimeout(act, milliseconds);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timeout);
    },
  };
}

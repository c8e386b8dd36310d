import { proxy } from 'hono/proxy';

/** Passes the backend's paths on to a hosted project, bodies streaming both ways. */
export function createHostedProject(projectUrl: string): {
  fetch(request: Request): Promise<Response>;
} {
  return {
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.delete('host');
      headers.delete('cookie');
      return proxy(new URL(pathname + search, projectUrl), {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
        signal: request.signal,
        ...(request.body ? { duplex: 'half' } : {}),
      } as RequestInit);
    },
  };
}

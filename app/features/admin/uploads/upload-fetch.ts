/**
 * A `fetch` that reports upload progress, which the browser's own cannot. Implements only what the
 * storage client needs: text and JSON responses.
 */
export function uploadFetch(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(input));
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
      request.onload = () => {
        const type = request.getResponseHeader('content-type') ?? 'application/json';
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: { 'content-type': type },
          }),
        );
      };
      request.onerror = () => reject(new TypeError('The connection was interrupted.'));
      request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
      init?.signal?.addEventListener('abort', () => request.abort());
      request.send((init?.body ?? null) as XMLHttpRequestBodyInit | null);
    });
}

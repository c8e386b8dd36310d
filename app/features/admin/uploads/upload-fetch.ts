/**
 * A `fetch` that tells how much of the body has been sent, which the browser's own cannot. Enough
 * of it for the storage client: text and JSON answers.
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

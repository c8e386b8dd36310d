/** The baseline: a bare Node server that sends the given responses from memory. */
import { createServer } from 'node:http';

export interface SameAnswer {
  /** Base64-encoded. */
  body: string;
  headers: Record<string, string>;
}

process.once('message', (answers: Record<string, SameAnswer>) => {
  const ready = new Map(
    Object.entries(answers).map(([url, { body, headers }]) => {
      const bytes = Buffer.from(body, 'base64');
      return [url, { bytes, headers: { ...headers, 'content-length': String(bytes.length) } }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = ready.get(request.url ?? '');
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, answer.headers);
    response.end(answer.bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
});
process.on('disconnect', () => process.exit(0));

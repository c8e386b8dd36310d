/** The yardstick: a bare Node server that sends the given answers from memory. */
import { createServer } from 'node:http';

process.once('message', (answers: Record<string, { body: string; contentType: string }>) => {
  const ready = new Map(
    Object.entries(answers).map(([url, { body, contentType }]) => {
      const bytes = Buffer.from(body);
      const headers = { 'content-type': contentType, 'content-length': String(bytes.length) };
      return [url, { bytes, headers }];
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

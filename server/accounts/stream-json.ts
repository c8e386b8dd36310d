import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Writes an object as JSON. Its lists may come in pages (async iterables of arrays); the next page
 * is read once the previous one was consumed. If a page can't be read, the response is aborted so
 * that it doesn't parse as complete.
 */
export function streamJson(
  value: object,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parts = writeJson(value);
  // Pages are read in the async context of the request that asked for them.
  const inContext = AsyncLocalStorage.snapshot();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const part = await inContext(() => parts.next());
          if (part.done) controller.close();
          else controller.enqueue(encoder.encode(part.value));
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* writeJson(value: unknown): AsyncGenerator<string, undefined> {
  if (isPaged(value)) {
    yield '[';
    let isFirst = true;
    for await (const rows of value) {
      if (rows.length === 0) continue;
      yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`;
      isFirst = false;
    }
    yield ']';
  } else if (isObject(value) && holdsPages(value)) {
    let before = '{';
    for (const [key, entry] of Object.entries(value)) {
      yield `${before}${JSON.stringify(key)}:`;
      yield* writeJson(entry);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value) ?? 'null';
  }
}

/** A value without pages is written in one piece: a customer's own details may be deeply nested. */
function holdsPages(value: unknown): boolean {
  return isPaged(value) || (isObject(value) && Object.values(value).some(holdsPages));
}

function isPaged(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

import { onTestFinished, vi } from 'vitest';

export interface Call {
  method: string;
  /** Includes the query: `/rest/v1/partners?id=in.(1)`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  body: any;
}

interface Answer {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Answers every call to the shop in place of its server; returns the calls so far, oldest first. */
export function answerCalls(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  const stub = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const call = {
      method: request.method,
      path: decodeURIComponent(pathname + search),
      body: text ? JSON.parse(text) : null,
    };
    calls.push(call);
    const { status = 200, headers = {}, body } = await answer(call);
    return Response.json(body, { status, headers });
  });
  onTestFinished(() => stub.mockRestore());
  return calls;
}

export const broken = { status: 500, body: { message: 'The database is away.' } };

import { setTimeout as sleep } from 'node:timers/promises';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream | URLSearchParams;
}

export interface Answer {
  /** 0 if there was none. */
  status: number;
  text: string;
  location: string;
  milliseconds: number;
}

/** A separate browser with its own IP address, as a proxy in front of the shop reports it. */
export interface Visitor {
  address: string;
  send(path: string, asked?: Asked): Promise<Answer>;
  /** Calls a function or endpoint that takes JSON. */
  call(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface VisitorOptions {
  origin: string;
  apikey: string;
  address: string;
  /** Timeout in milliseconds. */
  patience: number;
}

export function createVisitor({ origin, apikey, address, patience }: VisitorOptions): Visitor {
  const cookies = new Map<string, string>();

  async function send(path: string, { method = 'GET', headers, body }: Asked = {}) {
    const began = performance.now();
    const answered = (status: number, text: string, location = ''): Answer => ({
      status,
      text,
      location,
      milliseconds: performance.now() - began,
    });
    try {
      const answer = await fetch(new URL(path, origin), {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
        headers: {
          'x-forwarded-for': address,
          'user-agent': `hostile mix ${address}`,
          ...(cookies.size > 0 && {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          }),
          ...headers,
        },
        ...(body !== undefined && { body, duplex: 'half' }),
      } as RequestInit);
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return answered(answer.status, await answer.text(), answer.headers.get('location') ?? '');
    } catch (error) {
      const { name, cause } = error as Error;
      return answered(0, `${name}: ${(cause as Error | undefined)?.message ?? ''}`);
    }
  }

  return {
    address,
    send,
    call: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { apikey, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** People read before they click. */
export const think = (least: number, most: number) =>
  sleep((least + Math.random() * (most - least)) * 1000);

export const oneOf = <T>(list: readonly T[]): T =>
  list[Math.floor(Math.random() * list.length)] as T;

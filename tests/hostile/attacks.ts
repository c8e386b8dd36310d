import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf, type Visitor } from './visitor.ts';

/** What attackers know about the shop: what anyone can find out, plus some people's email addresses. */
export interface Target {
  origin: string;
  apikey: string;
  /** Email addresses of customers and of the owner. */
  victims: readonly string[];
  products: readonly { id: string; slug: string; weight: string }[];
}

export interface Attacker {
  visitor: Visitor;
  target: Target;
  /** Waits for this attacker's turn, then sends; responses are counted. */
  hit(path: string, asked?: Parameters<Visitor['send']>[1]): Promise<void>;
  call(path: string, body: unknown, headers?: Record<string, string>): Promise<void>;
  /** Like `hit`, but without waiting. */
  rush: Attacker['hit'];
}

export type Attack = (attacker: Attacker) => Promise<unknown>;

const times = async (count: number, act: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await act(index);
};
const together = (count: number, act: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const json = { 'content-type': 'application/json' };
const invented = () => `${randomUUID()}@invented.example`;
const rest = (query: string) => `/rest/v1/${query}`;

function nested(depth: number): string {
  return `${'related_products(name,'.repeat(depth)}id${')'.repeat(depth)}`;
}

const patterns = [
  '((((.{1,50}){1,50}){1,5}){1,5})zz$',
  '(a*)*b$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  `${'(.*)'.repeat(30)}x$`,
  `${'a?'.repeat(300)}${'a'.repeat(300)}`,
];

/** Opens a connection, sends this, and then neither reads nor closes it for this many seconds. */
async function hold({ target, visitor }: Attacker, text: string, seconds: number, trickle = '') {
  const { hostname, port } = new URL(target.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    text.replace('\r\n', `\r\nhost: ${hostname}\r\nx-forwarded-for: ${visitor.address}\r\n`),
  );
  const timer = trickle ? setInterval(() => socket.write(trickle), 500) : undefined;
  await sleep(seconds * 1000);
  clearInterval(timer);
  socket.destroy();
}

const functions = [
  ...['create-checkout', 'create-paypal-order', 'capture-paypal-payment', 'update-order-details'],
  ...['send-order-email', 'refund-order', 'ship-order', 'find-order', 'export-account'],
  ...['delete-account', 'invite-admin', 'open-admin-invitation', 'reconcile', 'list-admins'],
];

const streamed = (pieces: readonly string[]) =>
  new ReadableStream({
    async start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });

export const attacks: Record<string, Attack> = {
  'nested relations': ({ hit, target: { apikey } }) =>
    times(9, (index) =>
      hit(rest(`products?select=name,${nested(4 + index)}`), { headers: { apikey } }),
    ),
  'embedding in parallel': ({ rush, target: { apikey } }) =>
    together(12, () => rush(rest(`products?select=*,${nested(6)}`), { headers: { apikey } })),
  'patterns without end': ({ hit, target: { apikey } }) =>
    times(patterns.length * 2, (index) => {
      const pattern = encodeURIComponent(patterns[index % patterns.length] ?? '');
      const operator = index % 2 ? 'imatch' : 'match';
      return hit(rest(`products?description=${operator}.${pattern}`), { headers: { apikey } });
    }),
  'like without end': ({ hit, target: { apikey } }) =>
    times(5, () =>
      hit(rest(`products?description=ilike.${'*a'.repeat(400)}*`), { headers: { apikey } }),
    ),
  counts: ({ hit, target: { apikey } }) =>
    times(9, (index) => {
      const prefer = `count=${['exact', 'planned', 'estimated'][index % 3]}`;
      const table = oneOf(['products', 'orders', 'contacts', 'validity_codes']);
      const headers = { apikey, prefer };
      return hit(rest(`${table}?select=*`), { method: 'HEAD', headers });
    }),
  'far offsets and orders': ({ hit, target: { apikey } }) =>
    times(6, () =>
      hit(rest('products?order=description.desc,name.asc,tags.desc&offset=100000000&limit=1000'), {
        headers: { apikey },
      }),
    ),
  'chunked bodies': ({ hit, target: { apikey } }) =>
    times(10, (index) =>
      hit(index % 3 ? `/functions/v1/${oneOf(functions)}` : '/webhooks/stripe', {
        method: 'POST',
        headers: { apikey, ...json },
        body: streamed(index % 2 ? ['{"items":', '[]', '}'] : Array(200).fill('x'.repeat(8_192))),
      }),
    ),
  'small chunks': (attacker) =>
    together(30, (index) =>
      hold(
        attacker,
        `POST ${index % 2 ? '/functions/v1/quote' : '/nowhere'} HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(index % 3 ? 254 : 5_000)}0\r\n\r\n`,
        3,
      ),
    ),
  'cheap requests without pause': ({ rush }) =>
    together(60, () => times(50, () => rush(oneOf(['/healthz', '/', '/products', '/nowhere'])))),
  'trickled bodies': (attacker) =>
    together(5, (index) =>
      hold(
        attacker,
        index % 2
          ? 'POST /functions/v1/create-checkout HTTP/1.1\r\ncontent-length: 90000\r\n\r\n'
          : 'POST /contact HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n',
        15,
        index % 2 ? 'x' : '1\r\nx\r\n',
      ),
    ),
  'huge strings': ({ call }) =>
    times(3, async () => {
      const body = `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`;
      await call(
        oneOf(['/rest/v1/contacts', '/auth/v1/signup', '/functions/v1/create-checkout']),
        body,
      );
    }),
  'deep bodies': ({ call }) =>
    times(4, async () => {
      const body = `${'['.repeat(45_000)}${']'.repeat(45_000)}`;
      await call(
        oneOf([
          '/rest/v1/contacts',
          '/auth/v1/token?grant_type=password',
          '/functions/v1/find-order',
        ]),
        body,
      );
    }),
  'invented sign-ups': ({ call }) =>
    times(15, () => call('/auth/v1/signup', { email: invented(), password: randomUUID() })),
  'wrong passwords': ({ call, target }) =>
    times(25, () =>
      call('/auth/v1/token?grant_type=password', {
        email: oneOf(target.victims),
        password: randomUUID(),
      }),
    ),
  'sign-ups with known addresses': ({ call, target }) =>
    times(8, () =>
      call('/auth/v1/signup', { email: oneOf(target.victims), password: randomUUID() }),
    ),
  'mails to others': ({ call, target }) =>
    times(10, (index) => {
      const path = ['recover', 'otp', 'magiclink', 'resend'][index % 4];
      return call(`/auth/v1/${path}`, { email: oneOf(target.victims), type: 'signup' });
    }),
  'guessed codes and tokens': ({ call, target }) =>
    times(10, () =>
      call('/auth/v1/verify', {
        type: 'email',
        email: oneOf(target.victims),
        token: String(Math.random()).slice(2, 8),
      }),
    ),
  'functions of others': ({ call }) =>
    times(functions.length, (index) =>
      call(`/functions/v1/${functions[index]}`, {
        orderId: randomUUID(),
        sessionId: `cs_test_${randomUUID()}`,
        orderToken: randomUUID(),
        amount: 1,
      }),
    ),
  'validity sweeps': ({ hit, call, target: { apikey } }) =>
    times(30, async (index) => {
      const code = `SH${String(Math.random()).slice(2, 9)}`;
      if (index % 3 === 0) await call('/rest/v1/rpc/check_code', { code });
      else {
        await hit(rest(`validity_codes?code=eq.${code}`), {
          headers: { apikey, 'x-lookup-key': code },
        });
      }
    }),
  'validity by the form': ({ hit }) =>
    times(10, () =>
      hit('/validity', { method: 'POST', body: new URLSearchParams({ code: randomUUID() }) }),
    ),
  'unpaid orders': ({ call, target }) =>
    times(20, (index) => {
      const { id, weight } = oneOf(target.products);
      const name = index % 2 ? 'create-checkout' : 'create-paypal-order';
      return call(`/functions/v1/${name}`, { items: [{ id, weight, quantity: 1 }] });
    }),
  'answers never read': async (attacker) => {
    const { apikey } = attacker.target;
    await together(8, (index) =>
      hold(
        attacker,
        `GET ${index % 2 ? '/rest/v1/products?limit=1000' : '/products'} HTTP/1.1\r\napikey: ${apikey}\r\n\r\n`,
        15,
      ),
    );
  },
  'open connections': async (attacker) => {
    await together(50, () => hold(attacker, 'GET / HTTP/1.1\r\nx-slow: ', 10, 'x'));
  },
  'unsigned webhooks': ({ call }) =>
    times(15, (index) =>
      call(
        `/webhooks/${index % 2 ? 'stripe' : 'paypal'}`,
        { id: randomUUID(), type: 'checkout.session.completed', event_type: 'x', resource: {} },
        { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      ),
    ),
  'uploads without right': ({ hit, target: { apikey } }) =>
    times(5, () =>
      hit(`/storage/v1/object/product-images/${randomUUID()}.png`, {
        method: 'POST',
        headers: { apikey, 'content-type': 'image/png' },
        body: new Uint8Array(2 * 1024 * 1024),
      }),
    ),
  'long addresses': ({ hit, target: { apikey } }) =>
    times(6, (index) =>
      hit(
        index % 2
          ? `/${'x'.repeat(14_000)}`
          : rest(`products?or=(${Array(500).fill('name.eq.x').join(',')})`),
        { headers: { apikey } },
      ),
    ),
  searches: ({ hit, call }) =>
    times(12, async (index) => {
      const words = Array.from({ length: 12 }, () => randomUUID().slice(0, 6)).join(' ');
      if (index % 2) await hit(`/search?q=${encodeURIComponent(words)}`);
      else await call('/rest/v1/rpc/search_shop', { words, most: 50 });
    }),
  'pages nobody has kept': ({ rush, target }) =>
    together(20, () =>
      rush(
        `${oneOf(['/', '/products', `/product/${oneOf(target.products).slug}`])}?${randomUUID()}`,
      ),
    ),
  'messages and views': ({ call, hit, target: { apikey, products } }) =>
    times(10, async (index) => {
      const filled = { name: 'x', email: invented(), phone: '1', message: 'x'.repeat(2_000) };
      if (index % 2) await call('/rest/v1/contacts', filled);
      else {
        await hit(rest(`products?id=eq.${oneOf(products).id}`), {
          method: 'PATCH',
          headers: { apikey, ...json, 'user-agent': randomUUID() },
          body: JSON.stringify({ view_count: index }),
        });
      }
    }),
};

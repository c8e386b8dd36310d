import { expect, it } from 'vitest';
import type { Scene } from '../scene.ts';
import { newKey } from '../test-shop.ts';
import { createRandom, type Random } from './random.ts';
import { patience, size, tell } from './size.ts';
import type { WayToPay } from './ways-to-pay.ts';

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

/** Signed events tampered with anywhere: none is accepted. */
export function proveSignatures({ shop }: Scene, way: WayToPay): void {
  it(`${way.name}: ${size.mutations} changed webhooks, replays of old ones and future dates: none accepted`, {
    timeout: patience,
  }, async () => {
    const random = createRandom(3);
    const held = shop().holdWebhooks();
    const begun = await way.begin(shop(), newKey());
    await way.pay(shop().sandbox, begun.payUrl, 'ann@example.com');
    const deliveries = await held.collect([begun.reference]);
    held.release();
    const provider = shop().providers[way.name];
    const accepts = async ({ headers, body }: Delivery) =>
      (await provider.verifyWebhook(Buffer.from(body), new Headers(headers))).kind === 'event';

    for (const delivery of deliveries) expect(await accepts(delivery)).toBe(true);
    const accepted: Delivery[] = [];
    for (let index = 0; index < size.mutations; index++) {
      const changed = mutate(random, random.pick(deliveries), random.pick(deliveries));
      if (await accepts(changed)) accepted.push(changed);
    }
    for (const delivery of deliveries) expect(await accepts(delivery)).toBe(true);
    tell(`signatures ${way.name}`, { mutations: size.mutations, accepted: accepted.length });
    expect(accepted).toEqual([]);

    shop().advance(way.signatureLifeMs + 1000);
    for (const delivery of deliveries) expect(await accepts(delivery)).toBe(false);
    shop().advance(-way.signatureLifeMs - 330_000);
    for (const delivery of deliveries) expect(await accepts(delivery)).toBe(false);
  });
}

const signing = /^(?:stripe-signature|paypal-(?:transmission-(?:id|sig|time)|auth-algo|cert-url))$/;

/** One change that invalidates the signature. */
function mutate(random: Random, delivery: Delivery, other: Delivery): Delivery {
  const headers = { ...delivery.headers };
  const names = Object.keys(headers).filter((name) => signing.test(name));
  const name = random.pick(names);
  const value = headers[name] ?? '';
  switch (random.below(7)) {
    case 0:
      return { headers, body: changeCharacter(random, delivery.body) };
    case 1:
      return { headers, body: delivery.body.slice(0, random.below(delivery.body.length)) };
    case 2:
      return { headers, body: `${delivery.body}${random.pick([' ', '\n', '{}', '\u0000'])}` };
    case 3:
      delete headers[name];
      return { headers, body: delivery.body };
    case 4:
      return {
        headers: { ...headers, [name]: changeCharacter(random, value) },
        body: delivery.body,
      };
    case 5:
      return {
        headers: { ...headers, [name]: value.slice(0, random.below(value.length - 3)) },
        body: delivery.body,
      };
    default:
      // A valid signature on another event.
      return other.body === delivery.body
        ? { headers, body: changeCharacter(random, delivery.body) }
        : { headers, body: other.body };
  }
}

/** The last characters of Base64 contain unused bits, so they are left alone. */
function changeCharacter(random: Random, text: string): string {
  const at = random.below(Math.max(1, text.length - 3));
  const old = text[at] ?? '';
  const options = [...'0123456789abcdefXYZ"'].filter((character) => character !== old);
  return `${text.slice(0, at)}${random.pick(options)}${text.slice(at + 1)}`;
}

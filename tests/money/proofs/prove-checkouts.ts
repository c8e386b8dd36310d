import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { sumLines, toCents } from '#domain/money.ts';
import type { Scene } from '../scene.ts';
import { cartItem, newKey, products } from '../test-shop.ts';
import { createRandom } from './random.ts';
import { patience, size, tell } from './size.ts';
import type { WayToPay } from './ways-to-pay.ts';

export function proveCheckouts({ shop, order }: Scene, way: WayToPay): void {
  describe(`${way.name}: checkouts`, () => {
    it(`${size.checkouts} at once, each total the catalog's times the quantity to the cent`, {
      timeout: patience,
    }, async () => {
      const random = createRandom(2);
      const carts = Array.from({ length: size.checkouts }, () => {
        const lie = { price: random.below(100) / 100, name: 'Almost free' };
        const lines = [
          { name: 'resin' as const, quantity: 1 + random.below(99) },
          { name: 'drops' as const, quantity: 1 + random.below(99) },
        ].slice(0, 1 + random.below(2));
        return {
          items: lines.map(({ name, quantity }) => cartItem(name, quantity, lie)),
          cents: sumLines(
            lines.map(({ name, quantity }) => ({
              priceCents: toCents(products[name].price),
              quantity,
            })),
          ),
        };
      });
      const began = performance.now();
      const begun = await Promise.all(carts.map(({ items }) => way.begin(shop(), newKey(), items)));
      const seconds = (performance.now() - began) / 1000;
      expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 200));
      expect(new Set(begun.map(({ reference }) => reference)).size).toBe(size.checkouts);
      const parallel = pLimit(10);
      const provider = shop().providers[way.name];
      const compared = await Promise.all(
        begun.map(({ reference }, index) =>
          parallel(async () => {
            const asked = await provider.readOrCapture(reference, async () => true);
            return {
              wanted: carts[index]?.cents,
              stored: toCents((await order(reference))?.total_amount ?? ''),
              asked: asked.kind === 'found' ? asked.reported.amountCents : asked.kind,
            };
          }),
        ),
      );
      tell(`checkouts ${way.name} ${shop().database.kind}`, {
        checkouts: size.checkouts,
        seconds: Number(seconds.toFixed(1)),
        wrong: compared.filter((one) => new Set(Object.values(one)).size > 1).length,
      });
      for (const { wanted, stored, asked } of compared) {
        expect([stored, asked]).toEqual([wanted, wanted]);
      }
    });

    it('200 clicks on one attempt are one session and one order', {
      timeout: patience,
    }, async () => {
      const key = newKey();
      const clicks = await Promise.all(Array.from({ length: 200 }, () => way.begin(shop(), key)));
      expect(clicks.every(({ status }) => status === 200)).toBe(true);
      expect(new Set(clicks.map(({ reference }) => reference)).size).toBe(1);
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });
  });
}

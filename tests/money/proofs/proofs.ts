import type { Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { createScene, type Scene } from '../scene.ts';
import { openTestShop, type TestShop } from '../test-shop.ts';
import type { ShopPlace } from './open-commerce.ts';
import { proveCheckouts } from './prove-checkouts.ts';
import { proveFaults } from './prove-faults.ts';
import { proveLastJars } from './prove-last-jars.ts';
import { provePeersBugs } from './prove-peers-bugs.ts';
import { proveSignatures } from './prove-signatures.ts';
import { proveStorm } from './prove-storm.ts';
import { waysToPay } from './ways-to-pay.ts';

type OpenDatabase = () => Promise<Database>;

/**
 * Proofs that involve the database, for every provider; `replicaDatabase` is the URL of that
 * database.
 */
export function proveSettling(
  name: string,
  openDatabase?: OpenDatabase,
  replicaDatabase?: () => ShopPlace['database'],
): void {
  describe(`money on ${name}`, () => {
    // Nothing here is about timeouts, and the machine may be busy.
    const scene = openScene(openDatabase, { providerTimeoutMs: 20_000 });
    for (const way of waysToPay) {
      proveStorm(scene, way);
      proveCheckouts(scene, way);
    }
    proveLastJars(scene, replicaDatabase);
  });
}

/** Proofs that involve the providers, for each of them. */
export function proveProviders(): void {
  describe('money and known bugs of other shops', () => {
    const scene = openScene();
    for (const way of waysToPay) {
      provePeersBugs(scene, way);
      proveSignatures(scene, way);
    }
  });

  describe('while the provider fails', () => {
    // A short timeout, so that a hanging provider does not slow the test down.
    const scene = openScene(undefined, { providerTimeoutMs: 500 });
    for (const way of waysToPay) proveFaults(scene, way);
  });
}

function openScene(
  openDatabase?: OpenDatabase,
  options?: Parameters<typeof openTestShop>[1],
): Scene {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(openDatabase, options);
  });
  afterAll(() => shop?.close());
  beforeEach(() => shop.reset());
  return createScene(() => shop);
}

/**
 * The shop's money code as a second process on the same database. Reads a {@link ReplicaOrder} from
 * its first argument, serves the functions, prints its port and runs until its input ends.
 */
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { openCommerce, type ShopPlace } from './open-commerce.ts';

export interface ReplicaOrder {
  place: ShopPlace;
}

const { place } = JSON.parse(process.argv[2] ?? '') as ReplicaOrder;
const { commerce, close } = await openCommerce(place, 0);
const server = serve({ fetch: commerce.functions.fetch, port: 0, hostname: '127.0.0.1' }, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().once('end', () => {
  server.close(() => void close());
});

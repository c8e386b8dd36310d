import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Sits in front of a service, so that it can be down for the shop alone. */
export interface Relay {
  port: number;
  /** Cuts every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openRelay(target: number): Promise<Relay> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (isCut) {
      socket.resetAndDestroy();
      return;
    }
    const other = connect(target, '127.0.0.1');
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on('error', () => {});
      each.once('close', () => {
        sockets.delete(each);
        socket.destroy();
        other.destroy();
      });
    }
    socket.pipe(other).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface AcceptedMail {
  recipient: string;
  messageId: string;
}

export interface MailServer {
  url: string;
  /** In the order they were accepted. */
  accepted: readonly AcceptedMail[];
  stop(): Promise<void>;
}

/**
 * Accepts every email and records only its recipients. The sandbox stores whole emails, and
 * therefore only a few thousand.
 */
export async function startMailServer(): Promise<MailServer> {
  const accepted: AcceptedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 200,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const messageId =
          /^message-id:\s*(\S+)/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
        for (const { address } of session.envelope.rcptTo) {
          accepted.push({ recipient: address, messageId });
        }
        callback(null);
      });
    },
  });
  // A killed process disconnects halfway.
  server.on('error', () => {});
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () =>
      resolve(listening.address() as AddressInfo),
    );
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

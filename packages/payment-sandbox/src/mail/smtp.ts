import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Chaos } from '../chaos.ts';
import type { Mailbox } from './mailbox.ts';

const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/** An SMTP server that accepts and stores every email but delivers none. No login, no TLS: loopback only. */
export function createSmtpServer(mailbox: Mailbox, chaos: Chaos): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    banner: 'Sandbox mailbox',
    logger: false,
    closeTimeout: 200,

    onData(stream, session, callback) {
      const finish = async () => {
        const raw = await readAll(stream);
        if (stream.sizeExceeded) {
          return callback(reply(552, `The mail is larger than ${MAX_MAIL_BYTES} bytes`));
        }
        const rejection = chaos.takeSmtpRejection();
        if (rejection !== undefined) {
          return callback(reply(rejection, 'Refused, because the sandbox was told so'));
        }
        const { mailFrom, rcptTo } = session.envelope;
        await mailbox.keep(raw, {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        });
        if (chaos.takeSmtpAnswerLost()) return disconnect(server, session.id);
        const hangMs = chaos.smtpHangMs();
        if (hangMs === Number.POSITIVE_INFINITY) return;
        if (hangMs > 0) setTimeout(() => callback(null), hangMs).unref();
        else callback(null);
      };
      finish().catch((error: Error) => callback(reply(451, `Not a mail: ${error.message}`)));
    },
  });
  // A client that disconnects halfway isn't worth reporting.
  server.on('error', () => {});
  return server;
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function reply(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

function disconnect(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections) {
    const { id, _socket } = connection as unknown as {
      id: string;
      _socket: { destroy(): void };
    };
    if (id === sessionId) _socket.destroy();
  }
}

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createAuthenticator } from '../access/authenticate-request.ts';
import { loadSecrets, readSigningKeys } from '../access/load-secrets.ts';
import { createTokenSigner } from '../access/token-signer.ts';
import { answerAfterBody } from '../answer-after-body.ts';
import { answerClientErrors, maximumHeaderSize } from '../answer-client-errors.ts';
import { createAuth } from '../auth/auth.ts';
import { createBackend } from '../backend.ts';
import { BoundedMessage } from '../bounded-message.ts';
import { limitCallers } from '../limit-callers.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createMailer } from './mail.ts';
import type { ProjectData } from './open-data.ts';
import { prepareProject } from './prepare-project.ts';
import type { ProjectConfig } from './project-config.ts';

export interface ServeOptions {
  project: ProjectConfig;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Stays open; whoever opened it closes it. */
  data: ProjectData;
  /** Used as they are; missing ones are generated and stored. */
  keys: { publishableKey?: string; secretKey?: string };
  /** Treats calls without a key as anonymous. */
  keylessAnonymous: boolean;
  rateLimits: 'on' | 'off';
  report: (message: string) => void;
}

export interface ServedProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Lets running requests finish, then closes everything. */
  close(): Promise<void>;
}

/** Bytes; other people's clients insert more at once than a shop's forms do. */
const maximumBodyBytes = 16 * 1024 * 1024;

/** Milliseconds that running requests get to finish when closing. */
const graceMs = 5_000;

/** Serves one project's backend on its own. If it rejects, it has closed everything it opened. */
export async function serveProject(options: ServeOptions): Promise<ServedProject> {
  const closers: (() => Promise<unknown> | unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await open(options, (closer) => closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: ServeOptions,
  onClose: (closer: () => Promise<unknown> | unknown) => void,
): Promise<Omit<ServedProject, 'close'>> {
  const { project, report } = options;
  const onError = (error: unknown) =>
    report(error instanceof Error ? (error.stack ?? error.message) : String(error));

  for (const warning of project.warnings) report(warning);
  const { database, secrets, directory } = options.data;
  await prepareProject(database, project, report);

  const { signingKeys, oneTimeTokenKey, storageUrlKey, ...keys } = await loadSecrets(
    secrets,
    options.keys,
  );
  const signer = await createTokenSigner({
    keys: signingKeys,
    reload: () => readSigningKeys(secrets),
    // The signature is ours; the server's address may have been different when the token was issued.
    acceptIssuer: (issuer) => issuer.endsWith('/auth/v1'),
  });

  const server = createServer({
    maxHeaderSize: maximumHeaderSize,
    IncomingMessage: BoundedMessage,
  });
  answerClientErrors(server);
  const { port } = await listen(server, options.port, options.host);
  const url = `http://${options.host}:${port}`;
  onClose(() => closeServer(server));

  const mailer = project.smtp ? createMailer(project.smtp, report) : null;
  if (mailer) onClose(() => mailer.close());
  else report('Mails are not sent: [auth.email.smtp] is not configured.');
  const auth = createAuth({
    database,
    signer,
    oneTimeTokenKey,
    siteUrl: () => project.auth.siteUrl,
    apiUrl: () => url,
    allowedRedirects: project.auth.redirectUrls,
    sendMail: async (mail) => mailer?.send(mail),
    sendNotice: async (notice) => mailer?.notify(notice),
    settings: project.auth.settings,
    captcha: project.auth.captcha,
    externalProviders: project.auth.externalProviders,
    mailsPerHour: project.auth.mailsPerHour,
    rateLimits: options.rateLimits,
    onError,
  });
  const storage = await openStorage({
    database,
    directory: join(directory, 'storage'),
    s3: null,
    urlKey: storageUrlKey,
    largestObject: project.storage.fileSizeLimit,
    onError,
  });
  const backend = await createBackend({
    database,
    authenticator: createAuthenticator({
      keys,
      verifyToken: (token) => signer.verify(token),
      keylessAnonymous: options.keylessAnonymous,
    }),
    auth,
    storage,
    rest: {
      schemas: project.api.schemas,
      extraSearchPath: project.api.extraSearchPath,
      maximumRows: project.api.maximumRows || Number.MAX_SAFE_INTEGER,
      maximumBodyBytes,
    },
    onError,
  });
  onClose(() => backend.close());

  const fetchLimited =
    options.rateLimits === 'on' ? limitCallers(backend.fetch, keys) : backend.fetch;
  const answer = getRequestListener(answerAfterBody(fetchLimited), {
    overrideGlobalObjects: false,
  });
  server.on('request', (request, response) => {
    establishAddress(request);
    answer(request, response);
  });
  return { url, ...keys };
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cutOff);
}

/** Limits apply per address, and only the connection's own can be trusted. */
function establishAddress(request: IncomingMessage): void {
  const { rawHeaders } = request;
  const isClaimed = (index: number) => rawHeaders[index - (index % 2)]?.toLowerCase() === forwarded;
  const kept = rawHeaders.filter((_text, index) => !isClaimed(index));
  request.rawHeaders = [...kept, forwarded, request.socket.remoteAddress ?? ''];
}

const forwarded = 'x-forwarded-for';

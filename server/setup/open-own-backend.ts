import path from 'node:path';
import { createBackend } from '@liv-fit/backend';
import {
  createAuthenticator,
  createSessionCheck,
  createTokenSigner,
  loadSecrets,
  readSigningKeys,
  type SecretStore,
} from '@liv-fit/backend/access';
import {
  createAuth,
  createLeakedPasswordFinder,
  noticeKinds,
  removeStale,
} from '@liv-fit/backend/auth';
import type { Database } from '@liv-fit/backend/database';
import { openStorage } from '@liv-fit/backend/storage';
import { guessableWords } from '#domain/brand.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import { publishedBuckets } from '#server/authenticity/proof-files.ts';
import { queueAccountMail } from '#server/email/queue-account-mail.ts';
import { queueAccountNotice } from '#server/email/queue-account-notice.ts';
import type { Config } from '#server/env.ts';
import type { Authenticate } from '#server/functions/caller.ts';
import type { SiteOrigin } from '#server/http/site-origin.ts';
import type { Job } from '#server/jobs/job.ts';
import { limits } from '#server/limits.ts';
import { authenticateCallers } from './authenticate-callers.ts';

/**
 * Handles /rest/v1, /auth/v1 and /storage/v1, and provides what the shop's own functions need from
 * it.
 */
export interface OpenedBackend {
  fetch(request: Request): Promise<Response>;
  authenticate: Authenticate;
  publishableKey: string;
  secretKey: string;
  housekeeping: readonly Job[];
}

export interface OwnBackendParts {
  config: Config;
  database: Database;
  secrets: SecretStore;
  siteOrigin: SiteOrigin;
  site: () => Promise<MailSite>;
  onError: (error: unknown) => void;
}

/** Our own backend on the shop's database. */
export async function openOwnBackend(parts: OwnBackendParts): Promise<OpenedBackend> {
  const { config, database, siteOrigin } = parts;
  const { signingKeys, oneTimeTokenKey, storageUrlKey, ...keys } = await loadSecrets(
    parts.secrets,
    {
      ...(config.keys.publishable ? { publishableKey: config.keys.publishable } : {}),
      ...(config.keys.secret ? { secretKey: config.keys.secret } : {}),
    },
  );
  const signer = await createTokenSigner({
    keys: signingKeys,
    reload: () => readSigningKeys(parts.secrets),
    acceptIssuer: (issuer) =>
      URL.canParse(issuer) && issuer === `${siteOrigin.known(new URL(issuer).host)}/auth/v1`,
  });
  const authenticator = createAuthenticator({
    keys,
    verifyToken: (token) => signer.verify(token),
    checkSession: createSessionCheck(database),
  });
  const auth = createAuth({
    database,
    signer,
    oneTimeTokenKey,
    siteUrl: (request) => siteOrigin.of(request.headers.get('host') ?? new URL(request.url).host),
    allowedRedirects: [],
    sendMail: async (mail, tx) =>
      queueAccountMail(
        tx,
        { ...mail, link: siteOrigin.inMail(mail.link) },
        await parts.site(),
        siteOrigin.default,
      ),
    sendNotice: async (notice, tx) =>
      queueAccountNotice(tx, notice, await parts.site(), siteOrigin.default),
    sanitizeUserMetadata: (data, writer) => {
      if (writer === 'service') return data;
      const { role: _stripped, ...kept } = data;
      return kept;
    },
    settings: {
      ...config.signIn.settings,
      bindBrowsers: true,
      notices: noticeKinds,
      refuseCommonPasswords: true,
      guessableWords: [...guessableWords, new URL(siteOrigin.default).hostname],
    },
    captcha: config.signIn.captcha,
    externalProviders: config.signIn.externalProviders,
    ...(config.signIn.refuseLeakedPasswords && {
      findLeakedPassword: createLeakedPasswordFinder(),
    }),
    rateLimits: config.rateLimits ? 'on' : 'off',
    mailsPerHour: limits.accountMails.count,
    onError: parts.onError,
  });
  const storage = await openStorage({
    database,
    directory: path.join(config.dataDir, 'storage'),
    s3: config.s3,
    urlKey: storageUrlKey,
    stripPublic: true,
    stripAlso: publishedBuckets,
    onError: parts.onError,
  });
  const backend = await createBackend({
    database,
    authenticator,
    auth,
    storage,
    onError: parts.onError,
  });
  return {
    ...keys,
    fetch: (request) => backend.fetch(request),
    housekeeping: [
      {
        name: 'accounts',
        everyMs: 60 * 60_000,
        run: (signal) => removeStale(database, Date.now(), signal),
      },
      { name: 'files', everyMs: 60 * 60_000, run: () => storage.sweep() },
    ],
    authenticate: authenticateCallers(authenticator, siteOrigin.default),
  };
}

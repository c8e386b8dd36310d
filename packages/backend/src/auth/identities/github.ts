import * as openid from 'openid-client';
import { z } from 'zod';
import type { Arrival, ExternalProvider, ProviderSettings } from './provider.ts';
import { withoutGaps } from './read-profile.ts';

/** Seconds to wait for GitHub's response. */
const PATIENCE = 10;

const userShape = z.object({
  id: z.number().int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const emailsShape = z.array(
  z.object({ email: z.email(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub supports OAuth 2.0 but not OpenID Connect, so the profile comes from its own API. */
export function createGithub(name: string, settings: ProviderSettings): ExternalProvider {
  const own = settings.url?.replace(/\/+$/, '');
  const site = own || 'https://github.com';
  const api = own ? `${own}/api/v3` : 'https://api.github.com';
  const configuration = new openid.Configuration(
    {
      issuer: site,
      authorization_endpoint: `${site}/login/oauth/authorize`,
      token_endpoint: `${site}/login/oauth/access_token`,
    },
    settings.clientIds[0],
    undefined,
    openid.ClientSecretPost(settings.secret),
  );
  configuration.timeout = PATIENCE;
  if (site.startsWith('http:')) openid.allowInsecureRequests(configuration);

  const read = async (token: string, path: string): Promise<unknown> => {
    const response = await openid.fetchProtectedResource(
      configuration,
      token,
      new URL(api + path),
      'GET',
      null,
      new Headers({ accept: 'application/vnd.github+json' }),
    );
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`);
    return response.json();
  };

  return {
    name,
    settings,
    async depart({ redirectUri, state, verifier, scopes, extra }) {
      return openid.buildAuthorizationUrl(configuration, {
        ...extra,
        redirect_uri: redirectUri,
        scope: [...new Set(['user:email', ...scopes])].join(' '),
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async arrive(answer, { state, verifier }): Promise<Arrival> {
      const tokens = await openid.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const user = userShape.parse(await read(tokens.access_token, '/user'));
      const emails = emailsShape.parse(await read(tokens.access_token, '/user/emails'));
      const ordered = emails.toSorted((a, b) => Number(b.primary) - Number(a.primary));
      const [main] = ordered;
      const subject = String(user.id);
      return {
        profile: {
          subject,
          emails: ordered.map(({ email, verified }) => ({ email: email.toLowerCase(), verified })),
          data: withoutGaps({
            iss: api,
            sub: subject,
            name: user.name ?? undefined,
            full_name: user.name ?? undefined,
            preferred_username: user.login,
            user_name: user.login,
            avatar_url: user.avatar_url ?? undefined,
            provider_id: subject,
            email: main?.email.toLowerCase(),
            email_verified: main?.verified ?? false,
            phone_verified: false,
          }),
        },
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? '',
      };
    },
  };
}

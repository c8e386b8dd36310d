import { z } from 'zod';
import { Failure } from '../failure.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';

/** The CAPTCHA provider (`[auth.captcha]`). */
export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile';
  secret: string;
  /** Where tokens are checked; the provider's own URL by default. */
  siteverifyUrl?: string;
}

const SITEVERIFY = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

/** Milliseconds to wait for the provider's response. */
const PATIENCE = 10_000;

const token = z.object({ captcha_token: z.string().default('') }).prefault({});
const body = z.object({ gotrue_meta_security: token });
const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).nullish(),
});

/** Fails when the call carries no CAPTCHA token, or one that the provider rejects. */
export async function requireCaptcha(call: AuthCall): Promise<Failure | null> {
  if (!call.captcha || call.writer === 'service') return null;
  const params = await readBody(call.request.clone(), body);
  if (params instanceof Failure) return params;
  const presented = params.gotrue_meta_security.captcha_token.trim();
  if (presented === '') return refuse('no captcha_token found');
  try {
    const answer = await ask(call.captcha, presented, call.address);
    return answer.success ? null : refuse((answer['error-codes'] ?? []).join(', '));
  } catch (error) {
    call.onError(error);
    return new Failure(500, 'unexpected_failure', 'captcha verification process failed');
  }
}

async function ask(settings: CaptchaSettings, response: string, address: string) {
  const answer = await fetch(settings.siteverifyUrl ?? SITEVERIFY[settings.provider], {
    method: 'POST',
    body: new URLSearchParams({ secret: settings.secret, response, remoteip: address }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  return verdict.parse(await answer.json());
}

function refuse(reason: string): Failure {
  const message = `captcha protection: request disallowed (${reason})`;
  return new Failure(400, 'captcha_failed', message);
}

import type { PaymentProvider } from '#server/payments/provider.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { checkWebhook } from './check-webhook.ts';
import { type Finding, fault, ok, unchecked } from './finding.ts';

/**
 * Makes a few real calls with each service's keys, which only read: whether it accepts the keys and
 * sends events to this shop's URL.
 */
export async function checkPayments(
  providers: readonly PaymentProvider[],
  origin: string,
): Promise<Finding[]> {
  if (providers.length === 0) {
    const detail = 'None is configured: this machine simulates them, and takes no money.';
    return [ok('payments', detail)];
  }
  const checks = providers.map(async (provider) => {
    const keys = await checkKeys(provider);
    return keys.state === 'ok' ? [keys, ...(await checkWebhook(provider, origin))] : [keys];
  });
  return (await Promise.all(checks)).flat();
}

async function checkKeys(provider: PaymentProvider): Promise<Finding> {
  const { method, variable } = serviceOf(provider.name);
  const about = `payments by ${method.company}`;
  const answered = await provider.listReversed(new Date());
  const isFailure = answered.kind !== 'reversed_list';
  if (isFailure && (answered.kind === 'refused' || answered.keysRefused)) {
    return fault(about, `The keys are refused (${answered.detail}): check ${variable}.`);
  }
  if (answered.kind === 'unavailable') {
    return unchecked(about, `No answer (${answered.detail}).`);
  }
  return ok(about, `${provider.keys} keys are accepted`);
}

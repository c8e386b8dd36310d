import type { PaymentProvider } from '#server/payments/provider.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { type Finding, fault, ok, unchecked } from './finding.ts';

/** One real call with each service's keys, which reads and changes nothing. */
export async function checkPayments(providers: readonly PaymentProvider[]): Promise<Finding[]> {
  if (providers.length === 0) {
    const detail = 'None is configured: this machine simulates them, and takes no money.';
    return [ok('payments', detail)];
  }
  return Promise.all(providers.map(check));
}

async function check(provider: PaymentProvider): Promise<Finding> {
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
  return ok(about, `${provider.keys} keys are taken`);
}

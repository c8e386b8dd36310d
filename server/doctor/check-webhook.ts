import type { FoundWebhook, PaymentProvider } from '#server/payments/provider.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { type Finding, fault, ok, unchecked } from './finding.ts';

/** Seconds of clock difference; beyond 300, signed events are rejected. */
const maxSkew = 30;

/** Asks a service whether it sends events to this shop, and what its time is. */
export async function checkWebhook(
  provider: Pick<PaymentProvider, 'name' | 'findWebhook'>,
  origin: string,
): Promise<Finding[]> {
  const address = `${origin}/webhooks/${provider.name}`;
  const { company } = serviceOf(provider.name).method;
  const about = `webhook at ${company}`;
  const asked = Date.now();
  const found = await provider.findWebhook?.(address);
  if (!found) return [];
  if (found.kind !== 'webhook') {
    const why = found.keysRefused ? 'the key may not list webhooks' : 'no answer';
    return [
      unchecked(about, `${why} (${found.detail}): see there whether ${address} is registered.`),
    ];
  }
  // Its header has whole seconds, read at some point between our request and now.
  const ahead = found.clock && (found.clock.getTime() + 500 - (asked + Date.now()) / 2) / 1_000;
  return [
    describe(about, address, found),
    ...(ahead === null ? [] : [describeClock(company, Math.round(ahead))]),
  ];
}

function describe(about: string, address: string, { state, missing }: FoundWebhook): Finding {
  const events = missing.join(', ');
  switch (state) {
    case 'missing':
      return fault(about, `Nothing is registered for ${address}: add it there with ${events}.`);
    case 'disabled':
      return fault(about, `${address} is disabled: enable it there.`);
    case 'other':
      return fault(
        about,
        `${address} is registered under another id: use that id in the configuration.`,
      );
    default:
      return missing.length > 0
        ? fault(about, `${address} does not get ${events}: add them there.`)
        : ok(about, `${address} is registered for every event that is needed`);
  }
}

function describeClock(company: string, ahead: number): Finding {
  const about = `clock of ${company}`;
  if (Math.abs(ahead) <= maxSkew) return ok(about, 'agrees with this machine');
  const direction = ahead > 0 ? 'behind' : 'ahead of';
  return fault(
    about,
    `This machine is ${Math.abs(ahead)} s ${direction} it: set the clock by NTP, or its events are refused.`,
  );
}

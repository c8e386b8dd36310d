import type { MailTransport } from '#server/email/mail-transport.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { Tracing } from './tracing.ts';

/** Wraps a provider so that each call is traced as a step, with its outcome. */
export function traceProvider(provider: PaymentProvider, tracing: Tracing): PaymentProvider {
  return new Proxy(provider, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) =>
        tracing.step(
          {
            name: `${target.name} ${String(key)}`,
            kind: 'client',
            attributes: { 'peer.service': target.name },
          },
          async () => value.apply(target, values),
          (outcome: { kind?: string } | null) => ({ outcome: outcome?.kind ?? 'none' }),
        );
    },
  });
}

/** Wraps a transport so that each email is traced as a step. */
export function traceMail(transport: MailTransport, tracing: Tracing): MailTransport {
  return {
    ...transport,
    sendMail: (mail) =>
      tracing.step(
        { name: 'email send', kind: 'client', attributes: { 'peer.service': 'smtp' } },
        () => transport.sendMail(mail),
      ),
  };
}

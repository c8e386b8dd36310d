import type { StripeAccount } from './account.ts';
import { expireDueSessions } from './sessions.ts';

/** Expires sessions on time, even if nobody requests them. */
export function startExpiryTimer(account: StripeAccount): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let armedFor = Number.POSITIVE_INFINITY;

  const arm = () => {
    clearTimeout(timer);
    const next = expireDueSessions(account);
    armedFor = next ?? Number.POSITIVE_INFINITY;
    if (next === undefined) return;
    timer = setTimeout(arm, Math.max(0, next - account.now()) * 1000).unref();
  };

  const rearm = () => {
    const newest = account.sessions.newest()[0]?.session;
    if (newest?.status === 'open' && newest.expires_at < armedFor) arm();
  };

  account.onChange.add(rearm);
  arm();
  return {
    close() {
      clearTimeout(timer);
      account.onChange.delete(rearm);
    },
  };
}

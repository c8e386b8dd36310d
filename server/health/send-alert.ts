import type { IncidentWords } from '#domain/incident.ts';

/** As posted to ALERT_WEBHOOK_URL; chat services show `text`. */
export interface Alert extends IncidentWords {
  kind: string;
  state: 'open' | 'closed';
  detail: string;
  /** The shop's own origin. */
  shop: string;
  text: string;
}

export type SendAlert = (alert: Omit<Alert, 'text'>) => Promise<void>;

const patienceMs = 10_000;

/** Does nothing without a URL. Rejects when the alert is not accepted there. */
export function createAlerts(url: string | null): SendAlert {
  return async (alert) => {
    if (!url) return;
    const text =
      alert.state === 'open'
        ? `${alert.title} (${alert.shop}). ${alert.detail} ${alert.advice}`
        : `Resolved: ${alert.title} (${alert.shop}).`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...alert, text } satisfies Alert),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error(`ALERT_WEBHOOK_URL answered ${answer.status}.`);
  };
}

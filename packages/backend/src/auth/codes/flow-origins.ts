import type { Queryable } from '../../database/database.ts';
import type { AuthCall } from '../services.ts';
import { ensureBrowserHash, NO_BROWSER } from '../sessions/browser.ts';

/** Stores which browser started the flow, if that matters, and which session. */
export async function insertFlowOrigin(
  tx: Queryable,
  call: AuthCall,
  origin: { flowId: string; sessionId?: string | undefined },
): Promise<void> {
  const isBound = call.settings.bindBrowsers && call.writer === 'client';
  const browserHash = isBound ? (ensureBrowserHash(call) ?? NO_BROWSER) : null;
  await tx.query({
    text: `insert into auth.flow_origins (flow_state_id, browser_hash, session_id)
      values ($1, $2, $3)`,
    values: [origin.flowId, browserHash, origin.sessionId ?? null],
  });
}

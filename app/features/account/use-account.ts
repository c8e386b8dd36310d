import { useCallback, useEffect, useState } from 'react';
import { openAuth } from '#app/lib/open-auth.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';

export interface Account {
  id: string;
  email: string;
  /** Asked for and not confirmed yet. */
  newEmail: string | null;
  name: string;
  /** The authenticator app, once it counts. */
  factorId: string | null;
}

/** The account as the server has it now, reloaded by `refresh`. */
export function useAccount(): { account: Account | 'reading' | 'failed'; refresh: () => void } {
  const { publishableKey } = useShop();
  const userId = useStoredSession()?.userId;
  const [account, setAccount] = useState<Account | 'reading' | 'failed'>('reading');

  const read = useCallback(async () => {
    const found = await readAccount(publishableKey);
    setAccount(found ?? 'failed');
  }, [publishableKey]);

  useEffect(() => {
    if (userId) void read();
  }, [userId, read]);

  return { account, refresh: () => void read() };
}

async function readAccount(publishableKey: string): Promise<Account | null> {
  try {
    const { data } = await (await openAuth(publishableKey)).getUser();
    if (!data.user) return null;
    const { id, email = '', new_email, user_metadata, factors = [] } = data.user;
    const name = user_metadata.full_name;
    return {
      id,
      email,
      newEmail: new_email || null,
      name: typeof name === 'string' ? name : '',
      factorId: factors.find(({ status }) => status === 'verified')?.id ?? null,
    };
  } catch {
    return null;
  }
}

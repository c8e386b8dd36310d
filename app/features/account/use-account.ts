import { useCallback, useEffect, useState } from 'react';
import { invokeAsCustomer } from '#app/lib/invoke-as-customer.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { signInName } from '#domain/sign-in-name.ts';

export interface Account {
  id: string;
  email: string;
  /** Requested but not confirmed yet. */
  newEmail: string | null;
  name: string;
  /** False for customers who always use a provider or an emailed link. */
  hasPassword: boolean;
  /** The sign-in methods of the account, such as `google` or `email`. */
  providers: readonly string[];
  /** The authenticator app, once it is active. */
  factorId: string | null;
}

/** The account as the server has it now; `refresh` reloads it. */
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
    const [{ data }, proof] = await Promise.all([
      openAuth(publishableKey).then((auth) => auth.getUser()),
      readProof(publishableKey),
    ]);
    if (!data.user) return null;
    const { id, email = '', new_email, user_metadata, factors = [] } = data.user;
    const name = user_metadata.full_name;
    return {
      id,
      email,
      newEmail: new_email || null,
      name: typeof name === 'string' ? name : '',
      hasPassword: proof.password,
      providers: data.user.identities?.map(({ provider }) => provider) ?? [],
      factorId: factors.find(({ status }) => status === 'verified')?.id ?? null,
    };
  } catch {
    return null;
  }
}

/**
 * What would prove that the request comes from the owner; defaults to the password if the server
 * does not say.
 */
export async function readProof(
  publishableKey: string,
): Promise<{ password: boolean; recent: boolean }> {
  const { data } = await invokeAsCustomer<{ password: boolean; recent: boolean }>(
    'account-proof',
    publishableKey,
  );
  return data ?? { password: true, recent: false };
}

/** Providers a customer without a password signs in with, such as “Google”; empty if only by email. */
export function providersOf({ providers }: Account): string {
  const names = providers.filter((name) => name !== 'email').map(signInName);
  return names.join(' or ');
}

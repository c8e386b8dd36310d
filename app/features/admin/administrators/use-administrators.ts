import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';

/** As returned by `list-admins` (docs/functions.md). */
export interface Administrator {
  id: string;
  email: string;
  configured: boolean;
  two_steps: boolean;
  last_sign_in_at: string | null;
}

export interface SentInvitation {
  id: string;
  email: string;
  created_at: string;
  expires_at: string;
}

interface Administrators {
  admins: Administrator[];
  invitations: SentInvitation[];
}

const queryKey = ['administrators'];

export function useAdministrators() {
  const calls = useAdminCalls();
  return useQuery({ queryKey, queryFn: () => calls.invoke<Administrators>('list-admins', {}) });
}

/** Runs a change to admins and shows a notice for each outcome. Resolves to the reason if it failed. */
export function useAdministratorChange() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  return async (
    run: (calls: AdminCalls) => Promise<unknown>,
    { done, failed }: { done: string; failed: string },
  ): Promise<string | null> => {
    try {
      await run(calls);
      showToast({ title: done });
      return null;
    } catch (error) {
      const message = messageOf(error);
      showToast({ title: failed, description: message, variant: 'destructive' });
      return message;
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
}

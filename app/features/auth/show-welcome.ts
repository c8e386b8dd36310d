import { showToast } from '#app/components/ui/toast.ts';

/** Requirements §2.13 sends people who sign in to `/`; the welcome notice links back to where they were. */
const waysBack: Record<string, string> = {
  '/checkout': 'Back to checkout',
  '/orders': 'My Orders',
  '/account': 'Your account',
};

export function showWelcome(from: string | undefined): void {
  const label = from && waysBack[from];
  showToast({ title: 'Welcome back!', actions: label ? [{ label, to: from }] : undefined });
}

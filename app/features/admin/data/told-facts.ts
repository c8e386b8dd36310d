import { carryToastsOver } from '#app/components/ui/toast.ts';
import { holdsUnstoredSession } from '#app/lib/session-store.ts';
import { hasUnsavedChanges } from '../form/use-unsaved-warning.ts';

/** What the root loader tells a page when it opens is made of these. */
const told: ReadonlySet<string> = new Set([
  'site_settings',
  'text_versions',
  'delivery_zones',
  'delivery_rates',
  'tax_rates',
  'discounts',
]);

let outdated = false;

/** Saved here: the open page may hold another name, time zone, menu or way to deliver than the shop. */
export function noteChangeOf(table: string): void {
  if (told.has(table)) outdated = true;
}

/** Whether a reload would lose something: unsaved changes, or a session that the browser could not store. */
const losesSomething = () => hasUnsavedChanges() || holdsUnstoredSession();

/** Opens a page anew that holds facts from before; later where that would lose something or the shop is away. */
export async function reloadOutdated(): Promise<void> {
  if (!outdated || losesSomething()) return;
  const isThere = await fetch(window.location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere || losesSomething()) return;
  carryToastsOver();
  window.location.reload();
}

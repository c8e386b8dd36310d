import { carryToastsOver } from '#app/components/ui/toast.ts';
import { holdsUnstoredSession } from '#app/lib/session-store.ts';
import { hasUnsavedChanges } from '../form/use-unsaved-warning.ts';

/** The tables behind the data that the root loader gives a page when it opens. */
const told: ReadonlySet<string> = new Set([
  'site_settings',
  'text_versions',
  'delivery_zones',
  'delivery_rates',
  'tax_rates',
  'discounts',
]);

let outdated = false;

/** Called after saving: the open page may now show an outdated name, time zone, menu or delivery option. */
export function noteChangeOf(table: string): void {
  if (told.has(table)) outdated = true;
}

/**
 * Whether a reload would lose something: unsaved changes, or a session that the browser could not
 * store.
 */
const losesSomething = () => hasUnsavedChanges() || holdsUnstoredSession();

/**
 * Reloads a page that holds outdated facts; later if that would lose something or the shop is
 * unreachable.
 */
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

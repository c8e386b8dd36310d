export interface MenuEntry {
  label: string;
  /** A path in the shop, or an https URL. */
  to: string;
}

/** More would not fit beside the logo. */
const maxEntries = 12;

const entry = /^(\S.{0,59}?)\s*:\s*(\/(?![/\\])\S*|https:\/\/\S+)$/;

function linesOf(written: string): string[] {
  return written.split('\n').flatMap((each) => each.trim() || []);
}

/** A menu as its owner writes it: "Our story: /about", one entry per line. Null if empty. */
export function readMenu(written: string): MenuEntry[] | null {
  const entries = linesOf(written).flatMap((each) => {
    const [, label = '', to = ''] = entry.exec(each) ?? [];
    return to ? [{ label, to }] : [];
  });
  return entries.length > 0 ? entries : null;
}

/** Why a menu cannot be shown, worded for its author; null if it can. */
export function findMenuProblem(written: string): string | null {
  const lines = linesOf(written);
  if (lines.length > maxEntries) return `At most ${maxEntries} entries.`;
  const wrong = lines.find((each) => !entry.test(each));
  if (wrong) {
    return `"${wrong.slice(0, 60)}" is not an entry. Write it as "Our story: /about", with at most 60 letters before the address.`;
  }
  const addresses = readMenu(written)?.map(({ to }) => to) ?? [];
  const twice = addresses.find((to, index) => addresses.indexOf(to) !== index);
  return twice ? `${twice} is there twice.` : null;
}

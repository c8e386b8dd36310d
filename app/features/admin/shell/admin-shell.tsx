import { Menu } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { keepFocus } from '../focus/keep-focus.ts';
import { uncoverFocus } from '../focus/uncover-focus.ts';
import { PaletteArea, PaletteButton } from '../palette/palette-area.tsx';
import { AdminNavigation } from './admin-navigation.tsx';
import { KeysHelp } from './keys-help.tsx';

const SideDrawer = lazyOverlay(() => import('#app/components/ui/side-drawer.tsx'));

interface AdminShellProps {
  email: string;
  children: React.ReactNode;
}

/** Sidebar and screen; on a phone the sidebar is a drawer. */
export function AdminShell({ email, children }: AdminShellProps) {
  const { site } = useShop();
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(keepFocus, []);
  useEffect(uncoverFocus, []);
  return (
    <PaletteArea>
      <div className="admin-shell min-h-dvh print:block! lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <a
          href="#content"
          className="sr-only z-50 bg-paper font-semibold text-ink shadow-lift focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
        >
          Skip to content
        </a>
        <header
          data-bar
          className="on-dark sticky top-0 z-30 flex print:hidden! h-14 items-center gap-2 bg-pine px-2 text-bone lg:hidden"
        >
          <button
            type="button"
            aria-label="Open menu"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
            className="flex size-11 items-center justify-center rounded-sm"
          >
            <Menu aria-hidden="true" className="size-5" />
          </button>
          <Link to="/admin/dashboard" className="flex min-h-11 items-center font-display text-lg">
            {site.brand} Admin
          </Link>
          <div className="ml-auto">
            <PaletteButton short />
          </div>
        </header>
        <aside className="on-dark sticky top-0 hidden print:hidden! h-dvh flex-col overflow-y-auto bg-pine px-3 py-5 lg:flex">
          <Link
            to="/"
            className="mb-5 flex min-h-11 items-center px-3 font-display text-[1.375rem] text-bone"
          >
            {site.brand}
            <span className="sr-only">, to the shop</span>
          </Link>
          <div className="mb-4">
            <PaletteButton />
          </div>
          <div className="flex-1">
            <AdminNavigation email={email} />
          </div>
          <KeysHelp />
        </aside>
        {menuOpen ? (
          <Suspense fallback={null}>
            <SideDrawer open onOpenChange={setMenuOpen} title="Menu" side="left">
              <div className="on-dark -mx-6 -my-5 min-h-full bg-pine px-3 py-5">
                <AdminNavigation email={email} onLeave={() => setMenuOpen(false)} />
              </div>
            </SideDrawer>
          </Suspense>
        ) : null}
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 px-4 py-6 outline-none print:p-0! sm:px-6 lg:px-9 lg:py-8"
        >
          <div className="mx-auto max-w-6xl">{children}</div>
        </main>
      </div>
    </PaletteArea>
  );
}

import { clsx } from 'clsx';
import { LogOut } from 'lucide-react';
import { NavLink, useNavigate } from 'react-router';
import { useShop } from '#app/lib/use-shop.ts';
import { adminScreens } from '../admin-screens.ts';
import { signOutAdmin } from '../session/sign-out-admin.ts';

const entry =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-sm font-medium transition-colors';

interface NavigationProps {
  email: string;
  onLeave?: () => void;
}

/** The sidebar's content: screens, the signed-in user and sign-out (requirements §2.17). */
export function AdminNavigation({ email, onLeave }: NavigationProps) {
  const { publishableKey } = useShop();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    await signOutAdmin(publishableKey);
    await navigate('/admin/login', { replace: true });
  }

  return (
    <div className="flex min-h-full flex-col">
      <nav aria-label="Admin">
        <ul className="space-y-0.5">
          {adminScreens.map(({ path, label, icon: Icon }) =>
            Icon ? (
              <li key={path}>
                <NavLink
                  to={`/admin/${path}`}
                  onClick={onLeave}
                  className={({ isActive }) =>
                    clsx(
                      entry,
                      isActive
                        ? 'bg-bone text-ink shadow-[inset_3px_0_0_var(--color-saffron)]'
                        : 'text-bone-deep hover:bg-white/10',
                    )
                  }
                >
                  <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                  {label}
                </NavLink>
              </li>
            ) : null,
          )}
        </ul>
      </nav>
      <div className="mt-auto border-t border-white/20 pt-4">
        <p className="truncate px-3 text-sm font-semibold text-bone" title={email}>
          {email}
        </p>
        <p className="px-3 pb-2 text-xs text-bone-deep">Administrator</p>
        <button
          type="button"
          onClick={() => void leave()}
          className={clsx(entry, 'text-bone-deep hover:bg-white/10')}
        >
          <LogOut aria-hidden="true" className="size-4.5 shrink-0" />
          Sign Out
        </button>
      </div>
    </div>
  );
}

import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { useShop } from '#app/lib/use-shop.ts';
import { signOut } from './sign-out.ts';

const item =
  'flex min-h-11 w-full cursor-pointer items-center px-4 text-sm outline-none data-highlighted:bg-bone-deep';

/** The signed-in customer's menu (specification §2, header). Loaded once somebody is signed in. */
export default function AccountMenu({ email }: { email: string }) {
  const { publishableKey } = useShop();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="flex min-h-11 items-center gap-1.5 px-3 text-sm font-medium">
        Account
        <ChevronDown aria-hidden="true" className="size-4" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-40">
          <Menu.Popup className="min-w-56 rounded-md border border-line bg-paper py-1.5 text-ink shadow-lift outline-none">
            <Menu.Group>
              <Menu.GroupLabel className="max-w-72 truncate px-4 py-2.5 text-xs text-ink-soft">
                {email}
              </Menu.GroupLabel>
              <Menu.Item className={item} render={<Link to="/orders" />}>
                My Orders
              </Menu.Item>
              <Menu.Item className={item} onClick={() => void signOut(publishableKey)}>
                Sign out
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

import {
  Boxes,
  Handshake,
  History,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  Quote,
  ScanLine,
  Settings,
  ShoppingBag,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';

export interface AdminScreen {
  /** Below /admin/, with everything that lies under it. */
  path: string;
  label: string;
  /** Absent: reached from another screen, not from the sidebar. */
  icon?: LucideIcon;
  Screen: ComponentType;
}

/**
 * Every screen of the admin area, in the sidebar's order (specification §2). A new screen is one
 * entry here and one component.
 */
export const adminScreens: readonly AdminScreen[] = [
  {
    path: 'dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    Screen: lazy(() => import('./dashboard/dashboard-screen.tsx')),
  },
  {
    path: 'products',
    label: 'Products',
    icon: Boxes,
    Screen: lazy(() => import('./products/products-screen.tsx')),
  },
  {
    path: 'testimonials',
    label: 'Testimonials',
    icon: Quote,
    Screen: lazy(() => import('./testimonials/testimonials-screen.tsx')),
  },
  {
    path: 'partners',
    label: 'Partners',
    icon: Handshake,
    Screen: lazy(() => import('./partners/partners-screen.tsx')),
  },
  {
    path: 'blog',
    label: 'Blog',
    icon: Newspaper,
    Screen: lazy(() => import('./blog/blog-screen.tsx')),
  },
  {
    path: 'validity',
    label: 'Validity Codes',
    icon: ScanLine,
    Screen: lazy(() => import('./validity/validity-screen.tsx')),
  },
  {
    path: 'orders',
    label: 'Orders',
    icon: ShoppingBag,
    Screen: lazy(() => import('./orders/orders-screen.tsx')),
  },
  {
    path: 'contacts',
    label: 'Contact Messages',
    icon: MessageSquare,
    Screen: lazy(() => import('./contacts/contacts-screen.tsx')),
  },
  {
    path: 'failed-mails',
    label: 'Failed Mails',
    Screen: lazy(() => import('./failed-mails/failed-mails-screen.tsx')),
  },
  {
    path: 'settings',
    label: 'Settings',
    icon: Settings,
    Screen: lazy(() => import('./settings/settings-screen.tsx')),
  },
  {
    path: 'audit',
    label: 'Change Log',
    icon: History,
    Screen: lazy(() => import('./audit/audit-screen.tsx')),
  },
];

import {
  Boxes,
  ChartColumn,
  FlaskConical,
  Handshake,
  HeartPulse,
  History,
  Images,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  PackageCheck,
  PencilLine,
  Percent,
  Quote,
  ScanLine,
  Settings,
  ShoppingBag,
  TicketPercent,
  Truck,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';

export interface AdminScreen {
  /** Relative to /admin/; includes every path below it. */
  path: string;
  /** There are no paths below it. */
  alone?: true;
  label: string;
  /** Absent if the screen is opened from another screen, not from the sidebar. */
  icon?: LucideIcon;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * Every screen of the admin area, in sidebar order (requirements §2.17). A new screen is one entry
 * here and one component.
 */
export const adminScreens: readonly AdminScreen[] = [
  {
    path: 'dashboard',
    alone: true,
    label: 'Dashboard',
    icon: LayoutDashboard,
    load: () => import('./dashboard/dashboard-screen.tsx'),
  },
  {
    path: 'products',
    label: 'Products',
    icon: Boxes,
    load: () => import('./products/products-screen.tsx'),
  },
  {
    path: 'testimonials',
    label: 'Testimonials',
    icon: Quote,
    load: () => import('./testimonials/testimonials-screen.tsx'),
  },
  {
    path: 'partners',
    label: 'Partners',
    icon: Handshake,
    load: () => import('./partners/partners-screen.tsx'),
  },
  {
    path: 'blog',
    label: 'Blog',
    icon: Newspaper,
    load: () => import('./blog/blog-screen.tsx'),
  },
  {
    path: 'validity',
    label: 'Validity Codes',
    icon: ScanLine,
    load: () => import('./validity/validity-screen.tsx'),
  },
  {
    path: 'orders',
    label: 'Orders',
    icon: ShoppingBag,
    load: () => import('./orders/orders-area.tsx'),
  },
  {
    path: 'contacts',
    alone: true,
    label: 'Contact Messages',
    icon: MessageSquare,
    load: () => import('./contacts/contacts-screen.tsx'),
  },
  {
    path: 'pictures',
    label: 'Pictures',
    icon: Images,
    load: () => import('./pictures/pictures-screen.tsx'),
  },
  {
    path: 'texts',
    label: 'Texts',
    icon: PencilLine,
    load: () => import('./texts/texts-screen.tsx'),
  },
  {
    path: 'packing',
    alone: true,
    label: 'Packing',
    icon: PackageCheck,
    load: () => import('./packing/packing-screen.tsx'),
  },
  {
    path: 'customers',
    label: 'Customers',
    icon: Users,
    load: () => import('./customers/customers-screen.tsx'),
  },
  {
    path: 'batches',
    label: 'Batches',
    icon: FlaskConical,
    load: () => import('./batches/batches-screen.tsx'),
  },
  {
    path: 'alerts',
    label: 'Alerts',
    load: () => import('./alerts/alerts-screen.tsx'),
  },
  {
    path: 'recalls',
    label: 'Recalls',
    load: () => import('./recalls/recalls-screen.tsx'),
  },
  {
    path: 'figures',
    alone: true,
    label: 'Figures',
    icon: ChartColumn,
    load: () => import('./figures/figures-screen.tsx'),
  },
  {
    path: 'delivery',
    label: 'Delivery',
    icon: Truck,
    load: () => import('./delivery/delivery-screen.tsx'),
  },
  {
    path: 'taxes',
    label: 'Taxes',
    icon: Percent,
    load: () => import('./taxes/taxes-screen.tsx'),
  },
  {
    path: 'discounts',
    label: 'Discounts',
    icon: TicketPercent,
    load: () => import('./discounts/discounts-screen.tsx'),
  },
  {
    path: 'failed-mails',
    alone: true,
    label: 'Failed Emails',
    load: () => import('./failed-mails/failed-mails-screen.tsx'),
  },
  {
    path: 'health',
    alone: true,
    label: 'Health',
    icon: HeartPulse,
    load: () => import('./health/health-screen.tsx'),
  },
  {
    path: 'settings',
    label: 'Settings',
    icon: Settings,
    load: () => import('./settings/settings-screen.tsx'),
  },
  {
    path: 'audit',
    alone: true,
    label: 'Change Log',
    icon: History,
    load: () => import('./audit/audit-screen.tsx'),
  },
];

/** The screen at a path. */
export function adminScreenAt(pathname: string): AdminScreen | undefined {
  return adminScreens.find(({ path }) => `${pathname}/`.startsWith(`/admin/${path}/`));
}

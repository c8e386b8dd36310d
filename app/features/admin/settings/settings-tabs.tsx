import { clsx } from 'clsx';
import { NavLink } from 'react-router';

const tabs = [
  { to: '/admin/settings', label: 'Shop' },
  { to: '/admin/settings/look', label: 'Look' },
  { to: '/admin/settings/administrators', label: 'Administrators' },
];

/** The parts of the settings, each with its own URL. */
export function SettingsTabs() {
  return (
    <nav aria-label="Settings" className="-mt-2 mb-5 border-b border-line">
      <ul className="flex gap-6">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              end
              to={to}
              className={({ isActive }) =>
                clsx(
                  '-mb-px inline-flex min-h-11 min-w-11 items-center justify-center border-b-2 text-sm font-semibold',
                  isActive ? 'border-saffron' : 'border-transparent text-ink-soft hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { clsx } from 'clsx';
import { useId, useRef } from 'react';

export type AuthTab = 'sign-in' | 'sign-up';

interface AuthTabsProps {
  selected: AuthTab;
  onSelect: (tab: AuthTab) => void;
  /** The selected tab's form. */
  children: React.ReactNode;
}

const tabs: readonly { value: AuthTab; label: string }[] = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
];

/**
 * Two tabs following the ARIA pattern (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/).
 * Handwritten, because the library's component alone would be a tenth of this page's script.
 */
export function AuthTabs({ selected, onSelect, children }: AuthTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function moveWithArrows({ key }: React.KeyboardEvent): void {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = tabs.find(({ value }) => value !== selected);
    if (!other) return;
    onSelect(other.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${other.value}"]`)?.focus();
  }

  return (
    <div className="mt-6 rounded-md bg-paper p-6 sm:p-8">
      <div
        ref={list}
        role="tablist"
        aria-label="Sign in or create an account"
        onKeyDown={moveWithArrows}
        className="mb-6 grid grid-cols-2 border-b border-line"
      >
        {tabs.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            data-tab={value}
            aria-selected={value === selected}
            aria-controls={`${id}-panel`}
            tabIndex={value === selected ? 0 : -1}
            onClick={() => onSelect(value)}
            className={clsx(
              '-mb-px min-h-11 border-b-2 font-semibold',
              value === selected ? 'border-ink text-ink' : 'border-transparent text-ink-soft',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}

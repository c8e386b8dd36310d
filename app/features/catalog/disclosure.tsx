interface DisclosureProps {
  title: string;
  /** Open initially, for content nobody should have to look for. */
  open?: boolean;
  children: React.ReactNode;
}

/**
 * One part of a longer text, collapsed under its title. The browser's own element, which needs no
 * script.
 */
export function Disclosure({ title, open, children }: DisclosureProps) {
  return (
    <details open={open} className="disclosure">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface DisclosureProps {
  title: string;
  /** Open from the start: what nobody should have to look for. */
  open?: boolean;
  children: React.ReactNode;
}

/** One part of a longer text behind its title; the browser's own, which needs no script. */
export function Disclosure({ title, open, children }: DisclosureProps) {
  return (
    <details open={open} className="disclosure">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

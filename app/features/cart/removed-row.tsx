import { useEffect, useRef } from 'react';

/** Takes the place of a removed line for as long as the cart stays open. */
export function RemovedRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);

  return (
    <li className="flex items-center justify-between gap-4 py-3 text-sm">
      <p role="status" className="min-w-0 text-ink-soft">
        {name} removed
      </p>
      <button
        ref={undo}
        type="button"
        aria-label={`Undo removing ${name}`}
        onClick={onUndo}
        className="text-link -mr-2 min-h-11 px-2 font-semibold"
      >
        Undo
      </button>
    </li>
  );
}

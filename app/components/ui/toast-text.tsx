import type { ToastNotice } from './toast.ts';

/** What a notice says, and the one thing to do about it. */
export function ToastText({ notice, onDone }: { notice: ToastNotice; onDone: () => void }) {
  const { title, description, action } = notice;
  return (
    <>
      <p className="font-sans text-sm font-semibold break-words">{title}</p>
      {description ? (
        <p className="mt-0.5 text-sm break-words text-bone-deep">{description}</p>
      ) : null}
      {action ? (
        <button
          type="button"
          onClick={() => {
            action.onClick();
            onDone();
          }}
          className="mt-1 min-h-11 text-sm font-semibold underline underline-offset-4"
        >
          {action.label}
        </button>
      ) : null}
    </>
  );
}

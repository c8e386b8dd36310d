import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { CorrectDetails, isCorrectable, useTypedDetails } from './correct-details.tsx';
import { knownAddress, knownEmail, knownName } from './order-text.ts';
import type { WholeOrder } from './read-order.ts';

/**
 * The recipient, with buttons to copy and correct the details. What was typed but not saved, before
 * signing in again for example, is shown at once: the old address must not pass for the new one.
 */
export function OrderRecipient({ whole }: { whole: WholeOrder }) {
  const { order } = whole;
  const [correcting, setCorrecting] = useState(false);
  const [unsaved, setUnsaved] = useTypedDetails(order.id);
  if (correcting || (unsaved && isCorrectable(whole))) {
    const close = () => {
      setCorrecting(false);
      setUnsaved(null);
    };
    return <CorrectDetails whole={whole} onDone={close} />;
  }
  const email = knownEmail(order.email);
  return (
    <div>
      <dl className="space-y-2">
        <CopiedFact term="Name" copy={knownName(order.name)} />
        <CopiedFact term="Email" copy={email}>
          {email ? (
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
          ) : null}
        </CopiedFact>
        <CopiedFact term="Phone" copy={order.phone} />
        <CopiedFact term="Shipping address" copy={knownAddress(order.address)} />
      </dl>
      {isCorrectable(whole) ? (
        <button
          type="button"
          onClick={() => setCorrecting(true)}
          className="inline-flex min-h-11 items-center font-semibold text-link"
        >
          Correct these details
        </button>
      ) : null}
    </div>
  );
}

interface CopiedFactProps {
  term: string;
  copy: string | null;
  /** If it should show more than the text to copy. */
  children?: React.ReactNode;
}

/** A fact needed elsewhere, with a button to copy it. */
function CopiedFact({ term, copy, children = copy }: CopiedFactProps) {
  return (
    <div className="min-h-11">
      <dt className="text-xs text-ink-soft">{term}</dt>
      <dd className="flex items-start justify-between gap-1 font-semibold">
        <span className="min-w-0 break-words whitespace-pre-line">
          {children || <span className="font-normal">Not provided yet</span>}
        </span>
        {copy ? (
          <span className="-mt-5 shrink-0">
            <CopyButton what={term.toLowerCase()} text={copy} />
          </span>
        ) : null}
      </dd>
    </div>
  );
}

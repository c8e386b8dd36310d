import { Button } from '#app/components/ui/button.tsx';

interface OtherPersonProps {
  /** Who is signed in on this browser; null for a guest. */
  present: string | null;
  /** The owner of the link that was opened. */
  email: string;
  onStay: () => void;
  onChange: () => void;
}

/** A link never switches to another account, or signs in unrequested, without asking. */
export function OtherPerson({ present, email, onStay, onChange }: OtherPersonProps) {
  if (present === null) {
    return (
      <div className="space-y-6">
        <h1 className="text-display">Is this your account?</h1>
        <p className="break-words">
          This link signs you in as <strong>{email}</strong>. If that isn’t your account, whoever
          sent you the link could see your cart and your orders.
        </p>
        <div className="grid gap-3">
          <Button size="lg" onClick={onChange} className="wrap-anywhere">
            Continue as {email}
          </Button>
          <Button size="lg" variant="secondary" onClick={onStay}>
            That’s not me
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="space-y-6">
      <h1 className="text-display">This link belongs to someone else</h1>
      <p className="break-words">
        You are signed in as <strong>{present}</strong>. The link belongs to{' '}
        <strong>{email}</strong>.
      </p>
      <div className="grid gap-3">
        <Button size="lg" onClick={onStay} className="wrap-anywhere">
          Stay signed in as {present}
        </Button>
        <Button size="lg" variant="secondary" onClick={onChange} className="wrap-anywhere">
          Continue as {email}
        </Button>
      </div>
    </div>
  );
}

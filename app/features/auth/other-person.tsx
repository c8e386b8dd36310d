import { Button } from '#app/components/ui/button.tsx';

interface OtherPersonProps {
  /** Who is signed in on this browser, and whose link was followed. */
  present: string;
  email: string;
  onStay: () => void;
  onChange: () => void;
}

/** A link never replaces the signed-in account without asking. */
export function OtherPerson({ present, email, onStay, onChange }: OtherPersonProps) {
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

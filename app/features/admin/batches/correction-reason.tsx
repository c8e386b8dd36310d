import { TextField } from '#app/components/forms/text-field.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';

interface CorrectionReasonProps {
  value: string;
  onChange: (reason: string) => void;
  error: string | undefined;
}

/** Why a published batch is changed. */
export function CorrectionReason({ value, onChange, error }: CorrectionReasonProps) {
  return (
    <>
      <TextField
        compact
        label="Reason for the correction"
        required
        name="reason"
        maxLength={2000}
        hint="Shown on the passport: The laboratory corrected its report."
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <HealthClaimAdvice text={value} />
    </>
  );
}

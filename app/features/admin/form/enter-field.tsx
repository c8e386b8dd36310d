import { TextField } from '#app/components/forms/text-field.tsx';

type EnterFieldProps = Omit<React.ComponentProps<typeof TextField>, 'onChange' | 'onKeyDown'> & {
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
};

/** A field inside or beside a larger form: Enter accepts its value without submitting the form. */
export function EnterField({ onChange, onEnter, ...props }: EnterFieldProps) {
  return (
    <TextField
      compact
      {...props}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

import { CheckField } from '../form/check-field.tsx';

/** Whether refunded items go back in stock. */
export function RestockField(props: Omit<React.ComponentProps<'input'>, 'type'>) {
  return (
    <CheckField
      label="Put back in stock"
      hint="Once the refund has succeeded. Items that were not counted when sold stay out."
      {...props}
    />
  );
}

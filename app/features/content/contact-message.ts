export const contactFields = ['name', 'email', 'phone', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = Partial<Record<ContactField, string>>;

/** A field hidden from people; only bots fill it in. */
export const honeypotField = 'subject_line';

const limits: Record<ContactField, number> = { name: 500, email: 500, phone: 200, message: 20_000 };

const missing: Record<ContactField, string> = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  phone: 'Please enter your phone number.',
  message: 'Please write a message.',
};

/** Reads the form (requirements §5.1: all four fields are required, and the email must be valid). */
export function readContactForm(form: FormData): { values: ContactValues; errors: ContactErrors } {
  const errors: ContactErrors = {};
  const values = {} as ContactValues;
  for (const field of contactFields) {
    const value = String(form.get(field) ?? '').trim();
    values[field] = value;
    if (value === '') errors[field] = missing[field];
    else if (value.length > limits[field]) {
      errors[field] = `Please use at most ${limits[field]} characters.`;
    }
  }
  if (!errors.email && !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(values.email)) {
    errors.email = 'Please enter an email address such as name@example.com.';
  }
  return { values, errors };
}

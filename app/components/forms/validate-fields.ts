import type { FieldProblems } from './submit-form.tsx';

/**
 * What the browser finds wrong with the fields of a form, by name and in words that can stand
 * beside them: its own bubbles go away again and show one field at a time. Blanks fill nothing in;
 * a field with a rule of its own explains it in `data-rule`.
 */
export function validateFields(form: HTMLFormElement): FieldProblems {
  const found: Record<string, string> = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement)) continue;
    const blank = field.required && field.value.trim() === '';
    if (blank || !field.checkValidity()) found[field.name] = explain(field);
  }
  return found;
}

function explain({ type, value, dataset, validationMessage }: HTMLInputElement): string {
  if (value.trim() === '') return 'Please fill in this field.';
  if (type === 'email') return 'Please enter an email address such as name@example.com.';
  return dataset.rule ?? validationMessage;
}

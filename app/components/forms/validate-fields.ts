import type { FieldProblems } from './submit-form.tsx';

/**
 * The browser's validation errors of a form by field name, to be shown beside the fields: its own
 * bubbles disappear and show one field at a time. Whitespace counts as empty; a field with a rule
 * of its own explains it in `data-rule`.
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

function explain({ type, value, dataset, labels, validationMessage }: HTMLInputElement): string {
  const name = labels?.[0]?.firstChild?.textContent ?? 'This field';
  if (value.trim() === '') return `${name} is required.`;
  if (type === 'email') return 'Please enter an email address such as name@example.com.';
  return dataset.rule ?? validationMessage;
}

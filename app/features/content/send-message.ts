import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';
import {
  type ContactErrors,
  type ContactValues,
  honeypotField,
  readContactForm,
} from './contact-message.ts';

export type ContactAnswer =
  | { state: 'sent' }
  | { state: 'rejected'; values: ContactValues; errors: ContactErrors }
  | { state: 'failed'; values: ContactValues };

/** Stores a visitor's message. If that fails, returns what was typed. */
export async function sendMessage(
  context: Readonly<RouterContextProvider>,
  form: FormData,
): Promise<ContactAnswer> {
  const { values, errors } = readContactForm(form);
  if (Object.keys(errors).length > 0) return { state: 'rejected', values, errors };
  // A bot filled in the hidden field: thank it and store nothing.
  if (form.get(honeypotField)) return { state: 'sent' };
  try {
    const { error } = await loaderTables(context).from('contacts').insert(values);
    if (!error) return { state: 'sent' };
    context.get(appContext).report?.(error);
  } catch (error) {
    context.get(appContext).report?.(error);
  }
  return { state: 'failed', values };
}

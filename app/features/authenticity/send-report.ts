import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { callFunctionFromLoader } from '#app/lib/call-function-from-loader.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';

export type ReportAnswer =
  | { state: 'sent' }
  /** `field` is '' for the form as a whole. `values` is what was typed. */
  | { state: 'refused'; field: string; message: string; values: Record<string, string> };

const fields = ['code', 'message', 'boughtAt', 'email'] as const;
const unreachable = 'Your report could not be sent right now. Please try again in a moment.';

const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? '')]));

/** Without scripts: the server sends the text only. */
export async function sendReport(
  context: Readonly<RouterContextProvider>,
  form: FormData,
): Promise<ReportAnswer> {
  const values = valuesOf(form);
  // Submitted before hydration, such a form contains only the names of the files.
  if (form.getAll('pictures').some((picture) => picture !== '')) {
    const message = 'Your pictures were not sent. Please choose them again.';
    return { state: 'refused', field: 'pictures', message, values };
  }
  try {
    const answer = await callFunctionFromLoader(context, 'report-code', values);
    if (answer.ok) return { state: 'sent' };
    const { error } = await answer.json();
    return refuse(values, error?.code, error?.message);
  } catch (error) {
    context.get(appContext).report?.(error);
    return refuse(values);
  }
}

/** In the browser, with pictures. */
export async function sendReportWithPictures(form: FormData): Promise<ReportAnswer> {
  const values = valuesOf(form);
  const files = form.getAll('pictures').filter((file) => file instanceof File && file.size > 0);
  const large = files.find((file) => file instanceof File && file.size > 5_000_000);
  if (files.length > 3 || large) {
    const message = large ? 'Each picture may have at most 5 MB.' : 'At most three pictures.';
    return { state: 'refused', field: 'pictures', message, values };
  }
  const pictures = await Promise.all(files.map((file) => base64Of(file as File))).catch(() => null);
  if (!pictures) {
    const message = 'A picture can no longer be read. Please choose it again.';
    return { state: 'refused', field: 'pictures', message, values };
  }
  const { failure } = await invokeFunction('report-code', {
    publishableKey: String(form.get('publishableKey')),
    body: { ...values, reportId: form.get('reportId') || undefined, pictures },
  });
  return failure ? refuse(values, failure.code, failure.message) : { state: 'sent' };
}

function refuse(values: Record<string, string>, code = '', message = ''): ReportAnswer {
  const [, field = '', words = ''] = /^(\w+)(?:\.\d+)?: (.*)$/.exec(message) ?? [];
  if (code === 'invalid_request' && field)
    return { state: 'refused', field, message: words, values };
  const isTold = code === 'rate_limited' || code === 'files_unavailable';
  return {
    state: 'refused',
    field: '',
    message: isTold
      ? message || 'Please wait a while before you send another report.'
      : unreachable,
    values,
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { sendReport } from './send-report.ts';

it('says that pictures did not come along with a form that no script sent', async () => {
  const form = new FormData();
  form.append('message', 'The seal is broken.');
  form.append('pictures', 'seal.jpg');
  expect(await sendReport(new RouterContextProvider(), form)).toEqual({
    state: 'refused',
    field: 'pictures',
    message: 'Your pictures were not sent. Please choose them again.',
    values: { code: '', message: 'The seal is broken.', boughtAt: '', email: '' },
  });
});

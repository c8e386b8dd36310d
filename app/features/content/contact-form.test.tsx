import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import { ContactForm } from './contact-form.tsx';

beforeEach(() => window.sessionStorage.clear());

const message = () => page.getByLabelText('Message');
const name = () => page.getByLabelText('Name');

it('still has what was typed when the visitor comes back', async () => {
  const first = await renderAt('/contact', <ContactForm answer={undefined} />);
  await name().fill('Ada');
  await message().fill('Where is my parcel?');
  await first.unmount();
  await renderAt('/contact', <ContactForm answer={undefined} />);
  await expect.element(message()).toHaveValue('Where is my parcel?');
  await expect.element(name()).toHaveValue('Ada');
});

it('is empty once the message was sent, also later', async () => {
  const first = await renderAt('/contact', <ContactForm answer={undefined} />);
  await message().fill('Where is my parcel?');
  await first.unmount();
  const sent = await renderAt('/contact', <ContactForm answer={{ state: 'sent' }} />);
  await expect.element(message()).toHaveValue('');
  await sent.unmount();
  await renderAt('/contact', <ContactForm answer={undefined} />);
  await expect.element(message()).toHaveValue('');
});

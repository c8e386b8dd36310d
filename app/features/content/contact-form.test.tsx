import { useState } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import { ContactForm } from './contact-form.tsx';
import { contactTexts } from './contact-texts.ts';
import type { ContactAnswer } from './send-message.ts';

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

it('keeps what is typed while a message is being sent', async () => {
  const hold = (event: Event) => event.preventDefault();
  window.addEventListener('submit', hold, { capture: true });
  onTestFinished(() => window.removeEventListener('submit', hold, { capture: true }));
  function Contact() {
    const [answer, setAnswer] = useState<ContactAnswer>();
    return (
      <>
        <ContactForm answer={answer} />
        <button type="button" onClick={() => setAnswer({ state: 'sent' })}>
          Answer
        </button>
      </>
    );
  }
  await renderAt('/contact', <Contact />);
  const answer = page.getByRole('button', { name: 'Answer' });
  await message().fill('Where is my parcel?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await message().fill('And one more thing');
  await answer.click();
  await expect.element(page.getByText(contactTexts.sent.title)).toBeVisible();
  await expect.element(message()).toHaveValue('And one more thing');
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

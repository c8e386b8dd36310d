import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { AuthScreen } from './auth-screen.tsx';

const notices = () => page.getByRole('region', { name: 'Notifications' });
const form = (name: string) => page.getByRole('form', { name });
const password = () => page.getByLabelText('Password');
const refuse = (status: number, body: object) => ({
  status,
  headers: { 'x-supabase-api-version': '2024-01-01' },
  body,
});

async function signIn(): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@mail.example');
  await password().fill('granite-and-honey');
  await form('Sign In').getByRole('button', { name: 'Sign In' }).click();
}

it('keeps the address over the tabs, which the arrow keys change', async () => {
  answerCalls(() => ({ body: {} }));
  await renderAt('/auth', <AuthScreen />);
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@mail.example');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Sign Up' })).toHaveFocus();
  await expect
    .element(page.getByRole('textbox', { name: 'Email' }))
    .toHaveValue('ada@mail.example');
  await page.getByLabelText('Full name').fill('Ada');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{ArrowLeft}');
  await expect.element(form('Sign In')).toBeVisible();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect.element(page.getByLabelText('Full name')).toHaveValue('Ada');
});

it('names what is missing, and asks nobody', async () => {
  const calls = answerCalls(() => ({ body: {} }));
  await renderAt('/auth', <AuthScreen />);
  await form('Sign In').getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  await expect
    .element(page.getByRole('textbox', { name: 'Email' }))
    .toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
});

it('says beside its field that a password is wrong, and keeps what was typed', async () => {
  answerCalls(() =>
    refuse(400, { code: 'invalid_credentials', message: 'Invalid login credentials' }),
  );
  await renderAt('/auth', <AuthScreen />);
  await signIn();
  await expect.element(notices().getByText('Sign in failed')).toBeVisible();
  await expect.element(password()).toHaveAccessibleDescription('Invalid login credentials');
  await expect.element(password()).toHaveFocus();
  await expect.element(password()).toHaveValue('granite-and-honey');
  await expect
    .element(page.getByRole('textbox', { name: 'Email' }))
    .toHaveValue('ada@mail.example');
});

it('leads an address that is not confirmed to another mail, and back', async () => {
  const calls = answerCalls(({ path }) =>
    path.includes('/resend')
      ? { body: {} }
      : refuse(400, { code: 'email_not_confirmed', message: 'Email not confirmed' }),
  );
  await renderAt('/auth', <AuthScreen />);
  await signIn();
  await expect
    .element(page.getByRole('textbox', { name: 'Email' }))
    .toHaveAccessibleDescription('Email not confirmed');
  await page.getByRole('button', { name: 'send it again' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect
    .element(page.getByRole('textbox', { name: 'Email' }))
    .toHaveValue('ada@mail.example');
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect.element(form('Sign In')).toBeVisible();
  await signIn();
  await page.getByRole('button', { name: 'send it again' }).click();
  await page.getByRole('button', { name: 'Send Confirmation Link' }).click();
  await expect.element(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  expect(calls.at(-1)?.body).toMatchObject({ type: 'signup', email: 'ada@mail.example' });
});

it('gives every reason against a weak password, and keeps what was typed', async () => {
  answerCalls(() =>
    refuse(422, {
      code: 'weak_password',
      message: 'Password is too weak.',
      weak_password: { reasons: ['characters', 'pwned'] },
    }),
  );
  await renderAt('/auth', <AuthScreen />);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabelText('Full name').fill('Maya Stone');
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@mail.example');
  await password().fill('granite-and-honey');
  await form('Sign Up').getByRole('button', { name: 'Sign Up' }).click();
  await expect.element(notices().getByText('Sign up failed')).toBeVisible();
  await expect
    .element(password())
    .toHaveAccessibleDescription(/Password is too weak\..*other kinds of characters.*data leak/);
  await expect.element(page.getByLabelText('Full name')).toHaveValue('Maya Stone');
});

it('says that it was tried too often, then that the shop cannot be reached', async () => {
  let status = 429;
  const limit = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
  answerCalls(() => refuse(status, status === 429 ? limit : {}));
  await renderAt('/auth', <AuthScreen />);
  await signIn();
  await expect.element(notices().getByText('Sign in failed')).toBeVisible();
  await expect.element(page.getByText(/Please wait a minute/)).toBeVisible();
  status = 503;
  await form('Sign In').getByRole('button', { name: 'Sign In' }).click();
  await expect
    .element(page.getByText('The shop could not be reached. Please try again.').first())
    .toBeVisible();
  await expect
    .element(form('Sign In').getByRole('button', { name: 'Sign In' }))
    .not.toHaveAttribute('aria-disabled');
});

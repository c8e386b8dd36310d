import { waitForMails } from '#tests/fixtures/mailbox.ts';
import {
  createPerson,
  enterAs,
  expectSignedUp,
  expireToken,
  fillSignIn,
  linkIn,
  newPerson,
  openBrowser,
  signUp,
} from './people.ts';
import { expect, expectAccessible, expectNoSideScroll, test, toast } from './shop-test.ts';
import { translatePage } from './translate-page.ts';

const signedInAs = async (page: import('playwright/test').Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'));
    return key ? JSON.parse(localStorage.getItem(key) ?? '{}').user?.email : null;
  });

test('sign up by keyboard, confirm by mail, be signed in; the link works once', async ({
  page,
  shop,
}) => {
  const person = newPerson();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign In' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Maya Stone');
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Account created!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
  await expectAccessible(page);

  const [mail] = await waitForMails(shop.sandbox, person.email, 1);
  const link = linkIn(mail);
  await page.goto(link);
  await page.waitForURL(`${shop.origin}/`);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  expect(await signedInAs(page)).toBe(person.email);

  const other = await openBrowser(page, shop);
  await other.goto(link);
  await expect(other.getByText('Email link is invalid or has expired')).toBeVisible();
  expect(new URL(other.url()).hash).toBe('');
  expect(await signedInAs(other)).toBeNull();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Send a new link' }).click();
  await expect(other.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await other.context().close();
});

test('a link opened in another browser asks for a password, and still works in the first', async ({
  page,
  shop,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(toast(page, 'Account created!')).toBeVisible();
  const [mail] = await waitForMails(shop.sandbox, person.email, 1);
  const link = linkIn(mail);

  const other = await openBrowser(page, shop);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(other.getByText('You did not sign up in this browser')).toBeVisible();
  expect(new URL(other.url()).hash).toBe('');
  for (const width of [360, 768, 1280]) {
    await other.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(other);
    await expectAccessible(other);
  }
  // What was typed does not count in this browser, and not yet in the other.
  await other.getByRole('button', { name: 'Back to Sign In' }).click();
  await fillSignIn(other, person);
  await other.keyboard.press('Enter');
  await expect(toast(other, 'Sign in failed')).toBeVisible();

  await page.goto(link);
  await page.waitForURL(`${shop.origin}/`);
  expect(await signedInAs(page)).toBe(person.email);
  await other.getByLabel('Password').fill(person.password);
  await other.keyboard.press('Enter');
  await other.waitForURL(`${shop.origin}/`);
  await other.context().close();
});

test('a new password by a link that a stranger’s client asked for', async ({ page, shop }) => {
  const person = await createPerson(shop);
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  // Only the stranger could exchange the code from such a link.
  const asked = await fetch(
    `${shop.origin}/auth/v1/recover?redirect_to=${encodeURIComponent(`${shop.origin}/auth?mode=reset`)}`,
    {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: person.email,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 's256',
      }),
    },
  );
  expect(asked.status).toBe(200);
  const [mail] = await waitForMails(shop.sandbox, person.email, 1);
  await page.goto(linkIn(mail));
  await expect(page.getByText('All other devices will be signed out.')).toBeVisible();
  expect(page.url()).toBe(`${shop.origin}/auth?mode=reset`);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin-12');
  await page.getByLabel('Confirm new password').fill('amber-resin-12');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password updated!')).toBeVisible();
  await page.waitForURL(`${shop.origin}/`);
  expect(await signedInAs(page)).toBe(person.email);
});

test.describe('of two passwords', () => {
  // Signing in with the replaced password is refused.
  test.use({ expectedErrors: /status of 400 .*grant_type=password/ });

  test('a password chosen where the link was opened replaces the first one', async ({
    page,
    shop,
  }) => {
    const person = newPerson();
    await signUp(page, person);
    await expect(toast(page, 'Account created!')).toBeVisible();
    const [mail] = await waitForMails(shop.sandbox, person.email, 1);
    const other = await openBrowser(page, shop);
    await other.goto(linkIn(mail));
    await other.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin-12');
    await other.getByLabel('Confirm new password').fill('amber-resin-12');
    await other.keyboard.press('Enter');
    await expect(toast(other, 'Password updated!')).toBeVisible();
    await other.context().close();

    await page.goto(linkIn(mail));
    await expect(page.getByText('Email link is invalid or has expired')).toBeVisible();
    await fillSignIn(page, person);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Sign in failed')).toBeVisible();
    await fillSignIn(page, { ...person, password: 'amber-resin-12' });
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop.origin}/`);
  });
});

test('input is kept, and a password can be shown', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('maya@mail.example');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('maya@mail.example');
  await page.getByLabel('Full name').fill('Maya Stone');
  const password = page.getByLabel('Password');
  await password.fill('short');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await page.getByLabel('Full name').fill('  ');
  await page.getByLabel('Email').fill('maya at mail.example');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full name')).toBeFocused();
  for (const [label, problem] of [
    ['Full name', 'Full name is required.'],
    ['Email', 'Please enter an email address such as name@example.com.'],
    ['Password', /Password must be at least 6 characters long\.$/],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(problem);
  }
  await expectAccessible(page);
  await page.getByLabel('Full name').fill('Maya Stone');
  await page.getByLabel('Email').fill('maya@mail.example');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('maya@mail.example');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeFocused();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Maya Stone');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideScroll(page);
    await expectAccessible(page);
  }
});

test('a guest at My Orders signs in, lands on the home page and can return', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  await page.goto('/orders');
  await page.waitForURL(/\/auth$/);
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Find your order' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.origin}/`);
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', { name: 'My Orders' })
    .click();
  await page.waitForURL(`${shop.origin}/orders`);
});

test('a forgotten password is replaced by mail, and older sessions end', async ({ page, shop }) => {
  const person = await createPerson(shop);
  const elsewhere = await openBrowser(page, shop);
  await enterAs(elsewhere, shop, person);
  await elsewhere.goto('/orders');
  await expect(elsewhere.getByText('No orders yet')).toBeVisible();

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toast(page, 'Password reset email sent')).toBeVisible();
  await expect(page.getByText('Check Your Email')).toBeVisible();
  const [reset] = await waitForMails(shop.sandbox, person.email, 1);
  await page.goto(linkIn(reset));
  const password = page.getByRole('textbox', { name: 'New password', exact: true });
  await password.fill('amber-resin');
  expect(page.url()).toBe(`${shop.origin}/auth?mode=reset`);
  await page.getByLabel('Confirm new password').fill('amber-rasin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await expect(page.getByLabel('Confirm new password')).toBeFocused();
  await password.fill('amber');
  await page.getByLabel('Confirm new password').fill('amber');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await expectAccessible(page);
  await password.fill('amber-resin');
  await page.getByLabel('Confirm new password').fill('amber-resin');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(page, 'Password updated!')).toBeVisible();
  await page.waitForURL(`${shop.origin}/`);

  // Opening the link again only offers to send a new one.
  await page.evaluate(() => localStorage.clear());
  await page.goto(linkIn(reset));
  await expect(page.getByText('Email link is invalid or has expired')).toBeVisible();
  await expect(page.getByLabel('Confirm new password')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();

  await expireToken(elsewhere);
  await elsewhere.goto('/orders');
  await elsewhere.waitForURL(/\/auth$/);
  await fillSignIn(elsewhere, { ...person, password: 'amber-resin' });
  await elsewhere.keyboard.press('Enter');
  await expect(toast(elsewhere, 'Welcome back!')).toBeVisible();
  await elsewhere.waitForURL(`${shop.origin}/`);
  await elsewhere.context().close();
});

test('another person’s link asks before switching accounts', async ({ page, shop }) => {
  const present = await createPerson(shop);
  const other = newPerson();
  const theirs = await openBrowser(page, shop);
  await signUp(theirs, other);
  await expectSignedUp(theirs);
  const [mail] = await waitForMails(shop.sandbox, other.email, 1);
  await theirs.context().close();

  await enterAs(page, shop, present);
  await page.goto(linkIn(mail));
  await expect(
    page.getByRole('heading', { name: 'This link belongs to someone else' }),
  ).toBeFocused();
  expect(await signedInAs(page)).toBe(present.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Continue as ${other.email}` }).click();
  // The sign-up was typed in another browser, so its password does not count here.
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin-12');
  await page.getByLabel('Confirm new password').fill('amber-resin-12');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.origin}/`);
  expect(await signedInAs(page)).toBe(other.email);
});

test('a link that this browser did not ask for asks a guest before it signs in', async ({
  page,
  shop,
}) => {
  const sender = await createPerson(shop);
  const theirs = await openBrowser(page, shop);
  await enterAs(theirs, shop, sender);
  const { access_token, refresh_token } = await theirs.evaluate(() =>
    JSON.parse(Object.values(localStorage)[0] as string),
  );
  await theirs.context().close();
  const tokens = new URLSearchParams({ access_token, refresh_token, type: 'magiclink' });

  await page.goto(`/auth#${tokens}`);
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'That’s not me' }).click();
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible();
  expect(await signedInAs(page)).toBeNull();

  await page.goto('/');
  await page.goto(`/auth#${tokens}`);
  await page.getByRole('button', { name: `Continue as ${sender.email}` }).click();
  await page.waitForURL(`${shop.origin}/`);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  expect(await signedInAs(page)).toBe(sender.email);
});

test('tokens in an address sign in on /auth only, and are removed from it', async ({
  page,
  shop,
}) => {
  const person = await createPerson(shop);
  await enterAs(page, shop, person);
  const { access_token, refresh_token } = await page.evaluate(() =>
    JSON.parse(Object.values(localStorage)[0] as string),
  );
  await page.evaluate(() => localStorage.clear());
  const tokens = new URLSearchParams({ access_token, refresh_token, type: 'recovery' });
  await page.goto(`/?${tokens}`);
  await page.goto(`/orders#${tokens}`);
  await page.waitForURL(/\/auth$/);
  expect(await signedInAs(page)).toBeNull();

  await page.goto(`/auth?${tokens}`);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText(person.email).last()).toBeVisible();
  expect(page.url()).toBe(`${shop.origin}/auth?mode=reset`);
  // Just following the link does not sign anyone in.
  expect(await signedInAs(page)).toBeNull();
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin-12');
  await page.getByLabel('Confirm new password').fill('amber-resin-12');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.origin}/`);
  expect(await signedInAs(page)).toBe(person.email);
});

test('who leaves a link for a new password is signed in to nothing', async ({ page, shop }) => {
  const person = await createPerson(shop);
  await enterAs(page, shop, person);
  const { access_token, refresh_token } = await page.evaluate(() =>
    JSON.parse(Object.values(localStorage)[0] as string),
  );
  await page.evaluate(() => localStorage.clear());
  await page.goto(
    `/auth#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' })}`,
  );
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible();
  expect(await signedInAs(page)).toBeNull();
});

test.describe('refused', () => {
  test.use({ expectedErrors: /status of 4\d\d|status of 503/ });

  test('signing in and up work on a page that the browser has translated', async ({
    page,
    shop,
  }) => {
    const person = await createPerson(shop);
    await fillSignIn(page, { ...person, password: 'not the right one' });
    await translatePage(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    const { email, password } = newPerson();
    await page.getByLabel('Full name').fill('Maya Stone');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });

  test('a wrong password, beside its field', async ({ page, shop }) => {
    const person = await createPerson(shop);
    await fillSignIn(page, { ...person, password: 'something-else' });
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Sign in failed')).toBeVisible();
    const password = page.getByLabel('Password');
    await expect(password).toHaveAccessibleDescription('Invalid login credentials');
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expectAccessible(page);
  });

  test('an address that is not confirmed yet, with another mail', async ({ page, shop }) => {
    const person = newPerson();
    await signUp(page, person);
    await expectSignedUp(page);
    await waitForMails(shop.sandbox, person.email, 1);
    await fillSignIn(page, person);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email not confirmed');
    await page.getByRole('button', { name: 'send it again' }).click();
    await page.getByRole('button', { name: 'Send Confirmation Link' }).click();
    await expect(page.getByText('Check Your Email')).toBeVisible();
    const [latest] = await waitForMails(shop.sandbox, person.email, 2);
    await page.goto(linkIn(latest));
    await page.waitForURL(`${shop.origin}/`);
    expect(await signedInAs(page)).toBe(person.email);
  });

  test('a reset while the shop is unavailable', async ({ page, shop }) => {
    await page.route(/auth\/v1\/(recover|user)/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503 }),
    );
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill('maya@mail.example');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Failed to send password reset email.')).toBeVisible();
    await enterAs(page, shop, await createPerson(shop));
    await page.goto('/auth?mode=reset');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('amber-resin');
    await page.getByLabel('Confirm new password').fill('amber-resin');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Failed to update password.')).toBeVisible();
  });
});

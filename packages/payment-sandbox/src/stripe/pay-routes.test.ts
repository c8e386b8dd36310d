import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { checkout, startSandbox, submitPayment } from '../fixtures/start-sandbox.ts';

describe('the payment page', () => {
  it('shows merchant, lines and amount, and that it is a sandbox', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(
      checkout({ branding_settings: { display_name: 'Liv <Fit>' } }),
    );
    const response = await fetch(String(session.url));
    const page = await response.text();
    for (const text of [
      'Sandbox',
      'Liv &lt;Fit&gt;',
      'Resin, 30g',
      '$29.99 each',
      'Pay $59.98',
      'Back to the shop',
      'Canada',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('<script');
    // Chromium also applies form-action to the redirect after the form.
    expect(response.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:9",
    );
  });

  it('redirects back with the id filled in, and reports who paid', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    const response = await submitPayment(session);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `http://127.0.0.1:9/payment-success?session_id=${session.id}`,
    );

    const address = {
      city: 'Denver',
      country: 'US',
      line1: '1 Main Street',
      line2: null,
      postal_code: '80202',
      state: 'CO',
    };
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'ann@example.com', name: "Ann O'Neil", phone: '+13035550142' },
      collected_information: { shipping_details: { name: "Ann O'Neil", address } },
    });
  });

  it('pays once for two clicks', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    const clicks = await Promise.all([submitPayment(session), submitPayment(session)]);
    expect(clicks.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('names each invalid field and keeps what was typed', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    const page = await (
      await submitPayment(session, {
        email: 'nobody',
        state: '',
        country: 'FR',
        line1: '7 "B" <Street>',
      })
    ).text();
    expect(page).toContain('id="email-problem"');
    expect(page).toContain('id="country-problem"');
    expect(page).not.toContain('id="city-problem"');
    expect(page).toContain('value="7 &quot;B&quot; &lt;Street&gt;"');
    expect(page).toContain('value="nobody"');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  });

  it('stays on the page when the card is declined, and another card pays', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    const declined = await submitPayment(session, { card: '4000000000000002' });
    expect(declined.status).toBe(200);
    const page = await declined.text();
    expect(page).toContain('Your card was declined.');
    expect(page).toContain('value="1 Main Street"');

    const open = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(open).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(open.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    });

    expect((await submitPayment(session)).status).toBe(303);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid.payment_intent).toBe((open.payment_intent as Stripe.PaymentIntent).id);
    const charges = await stripe.charges.list({ payment_intent: String(paid.payment_intent) });
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it.each([
    ['5555 5555 5555 4444', 'This is a sandbox: use a test card'],
    ['hello', 'Your card number is incorrect.'],
    ['', 'Enter a test card number.'],
  ])('refuses the card %j and keeps no such number', async (card, message) => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    expect(await (await submitPayment(session, { card })).text()).toContain(message);
    const stored = JSON.stringify([await stripe.charges.list(), await stripe.events.list()]);
    expect(stored).not.toContain('"last4":"4444"');
    expect(stored.replaceAll(' ', '')).not.toContain('55554444');
  });

  it('leaves a bank transfer pending until the bank confirms', async () => {
    const { sandbox, stripe } = await startSandbox();
    const settle = (id: string, outcome: string) =>
      fetch(`${sandbox.url}/stripe/control/sessions/${id}/settle`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome }),
      });

    const arrives = await stripe.checkout.sessions.create(checkout());
    expect((await submitPayment(arrives, { method: 'us_bank_account' })).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(arrives.id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
    const page = await (await fetch(String(arrives.url))).text();
    expect(page).toContain('The money arrives');
    expect((await settle(arrives.id, 'succeeded')).status).toBe(200);
    expect((await settle(arrives.id, 'failed')).status).toBe(400);
    expect((await stripe.checkout.sessions.retrieve(arrives.id)).payment_status).toBe('paid');

    const fails = await stripe.checkout.sessions.create(checkout());
    await submitPayment(fails, { method: 'us_bank_account' });
    await settle(fails.id, 'failed');
    expect((await stripe.checkout.sessions.retrieve(fails.id)).payment_status).toBe('unpaid');

    const types = (await stripe.events.list({ limit: 100, type: 'checkout.*' })).data.map(
      ({ type }) => type,
    );
    expect(types).toEqual([
      'checkout.session.async_payment_failed',
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
    ]);
  });

  it('offers only what the session allows', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(
      checkout({
        allowed_payment_method_types: ['card', 'link'],
        phone_number_collection: { enabled: false },
        shipping_address_collection: undefined,
        customer_email: 'fixed@example.com',
      }),
    );
    const page = await (await fetch(String(session.url))).text();
    expect(page).not.toContain('Bank transfer');
    expect(page).not.toContain('Phone');
    expect(page).not.toContain('Postal code');
    expect(await (await submitPayment(session, { method: 'us_bank_account' })).text()).toContain(
      'another look',
    );
    await submitPayment(session, { email: 'other@example.com' });
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid.customer_details).toMatchObject({ email: 'fixed@example.com', phone: null });
    expect(paid.collected_information?.shipping_details).toBeNull();
  });

  it('fills in a demo customer', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    const page = await (await fetch(`${session.url}?demo=1`)).text();
    expect(page).toContain('value="jordan.rivera@example.com"');
  });

  it.each([
    ['paid', 'You have already paid'],
    ['expired', 'This payment page has expired'],
  ])('shows a way back when the session is %s', async (state, heading) => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    if (state === 'paid') await submitPayment(session);
    else await stripe.checkout.sessions.expire(session.id);
    const page = await (await fetch(String(session.url))).text();
    expect(page).toContain(heading);
    expect(page).toContain('Back to the shop');
  });

  it('answers 404 for an unknown session', async () => {
    const { sandbox } = await startSandbox();
    expect((await fetch(`${sandbox.url}/stripe/pay/cs_test_none`)).status).toBe(404);
  });
});

interface PaypalOrder {
  id: string;
  status: string;
  purchase_units: {
    custom_id?: string;
    amount: { value: string };
    payments?: { captures: { id: string; status: string }[] };
  }[];
}

/** What tests ask of the sandbox beyond what the shop does. */
export interface SandboxClient {
  url: string;
  chaos(knobs: object): Promise<void>;
  control(path: string, body?: object): Promise<Response>;
  /** Fills in and submits a session's hosted page. */
  pay(sessionUrl: string, fields?: Record<string, string>): Promise<Response>;
  sessions(): Promise<
    {
      id: string;
      url: string;
      status: string;
      metadata: { order_id: string };
      amount_total: number;
    }[]
  >;
  /** Fills in and submits PayPal's approval page. */
  approve(approveUrl: string, fields?: Record<string, string>): Promise<Response>;
  /** Newest first. */
  paypalOrders(): Promise<PaypalOrder[]>;
  paypalControl(path: string, body?: object): Promise<Response>;
  /** Calls PayPal's API like another shop with the same account. */
  callPaypal(method: string, path: string, body: object): Promise<{ id: string } | null>;
  mails(): Promise<{ to: string[]; subject: string; text: string; html: string }[]>;
  clearMails(): Promise<void>;
}

const payer = {
  email: 'ann@example.com',
  phone: '+1 303 555 0142',
  name: 'Ann Example',
  line1: '1 Main St',
  line2: 'Apt 2',
  city: 'Denver',
  state: 'CO',
  postal_code: '80202',
  country: 'US',
};

export function sandboxClient(
  url: string,
  secretKey: string,
  app = { clientId: '', clientSecret: '' },
): SandboxClient {
  return {
    url,
    async chaos(knobs) {
      const answer = await post(`${url}/chaos`, knobs);
      if (!answer.ok) throw new Error(await answer.text());
    },
    control: (rest, body = {}) => post(`${url}/stripe/control/${rest}`, body),
    pay: (sessionUrl, fields = {}) =>
      fetch(sessionUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          ...payer,
          method: 'card',
          card: '4242424242424242',
          ...fields,
        }),
      }),
    async sessions() {
      const answer = await fetch(`${url}/stripe/v1/checkout/sessions?limit=100`, {
        headers: { authorization: `Bearer ${secretKey}` },
      });
      return ((await answer.json()) as { data: Awaited<ReturnType<SandboxClient['sessions']>> })
        .data;
    },
    approve: (approveUrl, fields = {}) =>
      fetch(approveUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          ...payer,
          phone: '303 555 0142',
          funding: 'balance',
          ...fields,
        }),
      }),
    async paypalOrders() {
      const answer = await fetch(`${url}/paypal/control/orders`);
      return (await answer.json()) as PaypalOrder[];
    },
    paypalControl: (rest, body = {}) => post(`${url}/paypal/control/${rest}`, body),
    async callPaypal(method, rest, body) {
      const token = await fetch(`${url}/paypal/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const { access_token } = (await token.json()) as { access_token: string };
      const answer = await fetch(`${url}/paypal/${rest}`, {
        method,
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.status === 204 ? null : ((await answer.json()) as { id: string });
    },
    async mails() {
      const answer = await fetch(`${url}/mail/messages`);
      return (await answer.json()) as Awaited<ReturnType<SandboxClient['mails']>>;
    },
    async clearMails() {
      await fetch(`${url}/mail/messages`, { method: 'DELETE' });
    },
  };
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

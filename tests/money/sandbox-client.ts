/** What tests ask of the sandbox besides what the shop asks. */
export interface SandboxClient {
  url: string;
  chaos(knobs: object): Promise<void>;
  control(path: string, body?: object): Promise<Response>;
  /** Fills in and sends the hosted page of a session. */
  pay(sessionUrl: string, fields?: Record<string, string>): Promise<Response>;
  sessions(): Promise<{ id: string; metadata: { order_id: string }; amount_total: number }[]>;
  mails(): Promise<{ to: string[]; subject: string; text: string; html: string }[]>;
  clearMails(): Promise<void>;
}

export function sandboxClient(url: string, secretKey: string): SandboxClient {
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
          email: 'ann@example.com',
          phone: '+1 303 555 0142',
          name: 'Ann Example',
          line1: '1 Main St',
          line2: 'Apt 2',
          city: 'Denver',
          state: 'CO',
          postal_code: '80202',
          country: 'US',
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

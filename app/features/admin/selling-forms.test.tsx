import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { createAdminQueries } from './data/create-admin-queries.ts';
import DeliveryScreen from './delivery/delivery-screen.tsx';
import DiscountsScreen from './discounts/discounts-screen.tsx';
import { emptyProduct, toProductRow } from './products/product-values.ts';
import ProductsScreen from './products/products-screen.tsx';
import { AdminGate } from './session/admin-gate.tsx';
import { type LoginState, resumedState } from './session/login-state.ts';
import TaxesScreen from './taxes/taxes-screen.tsx';

/** The forms for delivery, taxes and discounts, each with a table that responds as the server would. */

type Row = Record<string, unknown> & { id: string; created_at: string; updated_at: string };
/** What is typed or selected, by field label. */
type Typed = Record<string, string>;

const moment = '2026-11-20T12:00:00Z';
const meta = {
  id: '10000000-0000-4000-8000-000000000001',
  created_at: moment,
  updated_at: moment,
};
const zone = { ...meta, name: 'Mainland', countries: ['US'], regions: [], position: 0 };

interface Form {
  table: string;
  /** A new row is at `new` below this path, a stored one at its id. */
  path: string;
  screen: React.ReactNode;
  create: string;
  created: string;
  /** Values that are all rejected; `said` holds the message for each field. */
  bad: Typed;
  said: Typed;
  good: Typed;
  row: object;
  /** If the form shows the stored values differently from what was typed. */
  shown?: Typed;
  stored: Row;
  theirs: object;
  told: string;
}

const forms: Record<string, Form> = {
  zone: {
    table: 'delivery_zones',
    path: '/admin/delivery/zones',
    screen: <DeliveryScreen />,
    create: 'Create zone',
    created: 'Zone created. Add a rate to it next.',
    bad: { Name: ' ', Countries: 'US, UK', Regions: 'California' },
    said: {
      Name: 'Enter a name.',
      Countries: '“UK” is not a country code. For United Kingdom write GB.',
      Regions: '“CALIFORNIA” is not the code of a region. Write codes such as US-CA, US-HI.',
    },
    good: { Name: 'Pacific', Countries: 'us', Regions: 'us-hi, US-AK' },
    row: { name: 'Pacific', countries: ['US'], regions: ['US-HI', 'US-AK'] },
    shown: { Countries: 'US', Regions: 'US-HI, US-AK' },
    stored: zone,
    theirs: { countries: ['US', 'CA'] },
    told: 'They changed: countries.',
  },
  rate: {
    table: 'delivery_rates',
    path: '/admin/delivery/rates',
    screen: <DeliveryScreen />,
    create: 'Create rate',
    created: 'Rate created',
    bad: {
      Name: '',
      'Price in dollars': 'cheap',
      'Free from, in dollars': '50,00',
      'Days until it arrives, at least': '5',
      'At most': '3',
      'Minimum order, in dollars': '20',
      'Maximum order, in dollars': '10',
      'Place in the list': 'first',
    },
    said: {
      Name: 'Enter a name.',
      'Price in dollars': 'Enter an amount such as 4.90.',
      'Free from, in dollars': 'Enter an amount such as 4.90.',
      'At most': 'This is before the first day.',
      'Maximum order, in dollars': 'This is less than the smallest order.',
      'Place in the list': 'Enter a whole number.',
    },
    good: { Name: 'Standard', 'Price in dollars': '4.9', 'Free from, in dollars': '50' },
    row: { zone_id: zone.id, name: 'Standard', price: 4.9, free_from: 50 },
    shown: { 'Price in dollars': '4.90', 'Free from, in dollars': '50.00' },
    stored: {
      ...{ ...meta, zone_id: zone.id, name: 'Standard', price: 4.9, free_from: null },
      ...{ min_subtotal: null, max_subtotal: null, days_from: 3, days_to: 5, position: 0 },
    },
    theirs: { price: 5.9 },
    told: 'They changed: price.',
  },
  tax: {
    table: 'tax_rates',
    path: '/admin/taxes',
    screen: <TaxesScreen />,
    create: 'Create tax rate',
    created: 'Tax rate created',
    bad: { Region: 'New York', Percent: '8,875' },
    said: {
      Region: 'Enter the short code of a region, such as NY, or leave it empty.',
      Percent: 'Enter a percentage such as 8.875.',
    },
    good: { Country: 'US', Region: 'us-ny', Percent: '8.875', 'The tax is': 'included' },
    row: { country: 'US', region: 'NY', class: 'standard', percent: 8.875, included: true },
    shown: { Region: 'NY' },
    stored: {
      ...{ ...meta, country: 'DE', region: '', class: 'standard', percent: 19 },
      ...{ included: true, on_delivery: true },
    },
    theirs: { percent: 7 },
    told: 'They changed: percent.',
  },
  discount: {
    table: 'discounts',
    path: '/admin/discounts',
    screen: <DiscountsScreen />,
    create: 'Create discount',
    created: 'Discount created',
    bad: {
      Code: 'TEN OFF',
      Percent: '120',
      'First day': '2026-12-24',
      'Last day': '2026-12-01',
      'Minimum order in dollars': 'ten',
      'Uses in all': '0',
      'Uses by one customer': 'once',
    },
    said: {
      Code: 'Use 2 to 40 letters, digits, hyphens or underscores, without spaces.',
      Percent: 'At most 100 percent.',
      'Last day': 'The last day is before the first.',
      'Minimum order in dollars': 'Enter an amount such as 4.90.',
      'Uses in all': 'At least 1.',
      'Uses by one customer': 'Enter a whole number.',
    },
    good: { Code: 'ten-off', Percent: '12.50', 'Uses in all': '100' },
    row: { code: 'TEN-OFF', kind: 'percent', value: 12.5, max_uses: 100, product_ids: null },
    shown: { Code: 'TEN-OFF' },
    stored: {
      ...{ ...meta, code: 'WINTER', kind: 'percent', value: 10, active: true, product_ids: null },
      ...{ starts_at: null, ends_at: null, min_subtotal: null, max_uses: null },
      max_uses_per_customer: null,
    },
    theirs: { value: 15 },
    told: 'They changed: value.',
  },
  product: {
    table: 'products',
    path: '/admin/products',
    screen: <ProductsScreen />,
    create: 'Create product',
    created: 'Product created successfully!',
    bad: { Name: 'Pure Resin', Price: '49.90', 'Compare at': 'sixty', 'Tax class': 'reduced' },
    said: { 'Compare at': 'Enter a price such as 59.90, or leave it empty.' },
    good: { Name: 'Pure Resin', Price: '49.9', 'Compare at': '59.9', 'Tax class': 'exempt' },
    row: { name: 'Pure Resin', price: 49.9, compare_at_price: 59.9, tax_class: 'exempt' },
    shown: { Price: '49.90', 'Compare at': '59.90' },
    stored: {
      ...toProductRow({ ...emptyProduct, name: 'Pure Resin', price: '49.90' }),
      ...{ ...meta, slug: 'pure-resin' },
    },
    theirs: { compare_at_price: 64.9, tax_class: 'reduced' },
    told: 'They changed: compare at price, tax class.',
  },
};

const field = (label: string) => page.getByLabelText(new RegExp(`^${label}( \\*)?$`)).first();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const notice = (text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
const writesOf = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method === 'POST' || method === 'PATCH');
const noSession = { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } };

/**
 * The form's table holds these rows, all other tables the zone; everything fails once the session
 * has ended.
 */
function openTable({ table }: Form, rows: Row[], session = { ended: false }): Call[] {
  let saves = 0;
  return answerCalls(({ method, path, body }) => {
    if (session.ended) return noSession;
    if (path.includes('/rpc/admin_standing')) return { body: 'admin' };
    if (path.includes('/rpc/')) return { body: [] };
    if (!path.startsWith(`/rest/v1/${table}`)) {
      return { body: path.startsWith('/rest/v1/delivery_zones') ? [zone] : [] };
    }
    const savedAt = `2026-11-21T12:00:0${saves}Z`;
    if (method !== 'GET') saves += 1;
    if (method === 'POST') {
      const row = { ...body, created_at: savedAt, updated_at: savedAt };
      rows.push(row);
      return { body: [row] };
    }
    const id = /[?&]id=eq\.([0-9a-f-]+)/.exec(path)?.[1];
    const version = /updated_at=eq\.([^&]+)/.exec(path)?.[1];
    const found = rows.filter(
      (row) => row.id === (id ?? row.id) && row.updated_at === (version ?? row.updated_at),
    );
    if (method === 'PATCH') {
      for (const row of found) Object.assign(row, body, { updated_at: savedAt });
    }
    return { body: found };
  });
}

async function fill(typed: Typed): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    await expect.element(field(label)).toBeVisible();
    const isChoice = field(label).element().tagName === 'SELECT';
    await (isChoice ? field(label).selectOptions(text) : field(label).fill(text));
  }
}

async function expectTyped(typed: Typed): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    // A number field reports 49.9 for 49.90.
    const value = label === 'Price' ? Number(text) : text;
    await expect.element(field(label)).toHaveValue(value);
  }
}

/**
 * Mounted below its path and behind the gate, as in the admin area; signing in leads back as the
 * login does.
 */
function Area({ form, onSignIn }: { form: Form; onSignIn?: () => void }) {
  return (
    <Routes>
      <Route path="admin/login" element={<Login onSignIn={onSignIn} />} />
      <Route
        path={`${form.path.split('/').slice(1, 3).join('/')}/*`}
        element={<Guarded>{form.screen}</Guarded>}
      />
    </Routes>
  );
}

/** With its own queries, as in the admin area: leaving for the login discards what was loaded. */
function Guarded({ children }: { children: React.ReactNode }) {
  const [queries] = useState(createAdminQueries);
  return (
    <QueryClientProvider client={queries}>
      <AdminGate>{() => children}</AdminGate>
    </QueryClientProvider>
  );
}

function Login({ onSignIn }: { onSignIn?: (() => void) | undefined }) {
  const { from = '/', because } = useLocation().state as LoginState;
  onSignIn?.();
  return because === 'ended' ? <Navigate to={from} state={resumedState} replace /> : null;
}

it.each(Object.entries(forms))(
  'a %s: says at each field what is wrong, asks nobody and keeps what was typed',
  async (_noun, form) => {
    const calls = openTable(form, []);
    await renderAdmin(`${form.path}/new`, <Area form={form} />);
    await fill(form.bad);
    await button(form.create).click();
    for (const [label, said] of Object.entries(form.said)) {
      await expect.element(field(label)).toHaveAccessibleDescription(expect.stringContaining(said));
    }
    await expectTyped(form.bad);
    expect(writesOf(calls).filter(({ path }) => !path.includes('/rpc/'))).toEqual([]);
  },
);

it.each(Object.entries(forms))(
  'a %s: is stored as it was typed, and comes back',
  async (_noun, form) => {
    const rows: Row[] = [];
    openTable(form, rows);
    await renderAdmin(`${form.path}/new`, <Area form={form} />);
    await fill(form.good);
    await button(form.create).click();
    await expect.element(notice(form.created)).toBeVisible();
    expect(rows).toMatchObject([form.row]);
    await expect.poll(() => window.location.pathname).toBe(`${form.path}/${rows[0]?.id}`);
    await expect.element(button('Save')).toBeVisible();
    await expectTyped({ ...form.good, ...form.shown });
  },
);

it.each(Object.entries(forms))(
  'a %s: says that someone else changed it, and overwrites only when told to',
  async (_noun, form) => {
    const rows = [{ ...form.stored }];
    openTable(form, rows);
    await renderAdmin(`${form.path}/${form.stored.id}`, <Area form={form} />);
    await fill(form.good);
    Object.assign(rows[0] ?? {}, form.theirs, { updated_at: '2026-11-20T13:00:00Z' });
    await button('Save').click();
    const told = page.getByRole('alert').filter({ hasText: 'Someone else saved this' });
    await expect.element(told.getByText(form.told)).toBeVisible();
    await expectTyped(form.good);
    expect(rows).toMatchObject([form.theirs]);
    await told.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect.poll(() => rows).toMatchObject([form.row]);
    await expect.element(told).not.toBeInTheDocument();
  },
);

it.each(Object.entries(forms))(
  'a %s: the end of the session keeps what was typed',
  async (_noun, form) => {
    const rows: Row[] = [];
    const session = { ended: false };
    openTable(form, rows, session);
    const signIn = () => {
      session.ended = false;
    };
    await renderAdmin(`${form.path}/new`, <Area form={form} onSignIn={signIn} />);
    await fill(form.good);
    session.ended = true;
    await button(form.create).click();
    await expect.element(page.getByText('has been restored. It is not saved yet.')).toBeVisible();
    await expectTyped(form.good);
    expect(rows).toEqual([]);
    await button(form.create).click();
    await expect.element(notice(form.created)).toBeVisible();
    expect(rows).toMatchObject([form.row]);
  },
);

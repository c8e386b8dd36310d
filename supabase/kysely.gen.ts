// Generated from the migrated database by `npm run types`. Do not edit.

import type { ColumnType } from 'kysely';
import type { Json } from './database.gen.ts';

export interface AuthSessions {
  aal: 'aal1' | 'aal2' | 'aal3' | null;
  created_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  factor_id: string | null;
  id: string;
  ip: string | null;
  not_after: ColumnType<Date | null, Date | string | null, Date | string | null>;
  oauth_client_id: string | null;
  refresh_token_counter: number | null;
  refresh_token_hmac_key: string | null;
  refreshed_at: string | null;
  scopes: string | null;
  tag: string | null;
  updated_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  user_agent: string | null;
  user_id: string;
}

export interface AuthUsers {
  aud: string | null;
  banned_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
  confirmation_sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  confirmation_token: string | null;
  confirmed_at: ColumnType<Date | null, never, never>;
  created_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  email: string | null;
  email_change: string | null;
  email_change_confirm_status: number | null;
  email_change_sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  email_change_token_current: string | null;
  email_change_token_new: string | null;
  email_confirmed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  encrypted_password: string | null;
  id: string;
  instance_id: string | null;
  invited_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  is_anonymous: ColumnType<boolean, boolean | undefined, boolean>;
  is_sso_user: ColumnType<boolean, boolean | undefined, boolean>;
  is_super_admin: boolean | null;
  last_sign_in_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  phone: string | null;
  phone_change: string | null;
  phone_change_sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  phone_change_token: string | null;
  phone_confirmed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  raw_app_meta_data: ColumnType<Json | null, string | null, string | null>;
  raw_user_meta_data: ColumnType<Json | null, string | null, string | null>;
  reauthentication_sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  reauthentication_token: string | null;
  recovery_sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  recovery_token: string | null;
  role: string | null;
  updated_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export interface PrivateAdminInvitations {
  accepted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  invited_by: string;
  token_hash: string;
}

export interface PrivateCheckSalts {
  day: string;
  salt: ColumnType<string, string | undefined, string>;
}

export interface PrivateCheckoutAttempts {
  access_token_hash: string;
  attempt_key: string;
  browser: string | null;
  capture_claimed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  checkout_url: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  fingerprint: string;
  from_account: ColumnType<boolean, boolean | undefined, boolean>;
  holds_stock: ColumnType<boolean, boolean | undefined, boolean>;
  money_under_way_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  network: string | null;
  network_range: string | null;
  order_id: string;
  pay_again: ColumnType<Json, string | undefined, string>;
  payment_link: string | null;
  provider: string;
  return_origin: ColumnType<string, string | undefined, string>;
  ships_to: ColumnType<Json, string | undefined, string>;
  superseded_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export interface PrivateContactNotices {
  contact_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  sender: ColumnType<string, string | undefined, string>;
  signed_in: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface PrivateDiscountUses {
  discount_id: string;
  order_id: string;
  released: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface PrivateEmailOutbox {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  dedupe_key: string;
  dismissed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  html: string;
  id: ColumnType<string, string | undefined, string>;
  last_error: string | null;
  leased_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
  next_attempt_at: ColumnType<Date, Date | string | undefined, Date | string>;
  order_id: string | null;
  recipient: string;
  secret: ColumnType<boolean, boolean | undefined, boolean>;
  sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  status: ColumnType<string, string | undefined, string>;
  subject: string;
  text: string;
  tries: ColumnType<number, number | undefined, number>;
}

export interface PrivateErasedGuests {
  address_hash: string;
  due: ColumnType<boolean, boolean | undefined, boolean>;
  erased_at: ColumnType<Date, Date | string | undefined, Date | string>;
  noted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export interface PrivateErasures {
  account_id: string;
  erased_at: ColumnType<Date, Date | string | undefined, Date | string>;
  keeps_open_orders: ColumnType<boolean, boolean | undefined, boolean>;
  noted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  under_way: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface PrivateFormerAddresses {
  address: string;
  remembered_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_id: string;
}

export interface PrivateFormerLosses {
  cents: number;
  dispute_id: string;
  id: string;
  lost_at: ColumnType<Date, Date | string, Date | string>;
  reversed_at: ColumnType<Date, Date | string, Date | string>;
}

export interface PrivateFormerSlugs {
  kind: string;
  slug: string;
  target: string | null;
}

export interface PrivateOrderLinks {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  order_id: string;
  token_hash: string;
}

export interface PrivateOrderTaxes {
  included: boolean;
  order_id: string;
  part: number;
  percent: ColumnType<string, string | number, string | number>;
}

export interface PrivatePaymentLinkTokens {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  link_id: string;
  token_hash: string;
}

export interface PrivatePictureUses {
  label: string | null;
  picture: string;
  place: string;
  row_id: string;
}

export interface PrivatePlaceSales {
  cents: number;
  code: string;
  country: string;
  day: string;
  sold: number;
}

export interface PrivateProductSales {
  cents: ColumnType<string, string | number, string | number>;
  day: string;
  name: string | null;
  quantity: number;
  weight: string;
}

export interface PrivateProductViews {
  product_id: string;
  seen_at: ColumnType<Date, Date | string | undefined, Date | string>;
  visitor: string;
}

export interface PrivateProviderEvents {
  about: ColumnType<string, string | undefined, string>;
  done_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  event_id: string;
  last_error: string | null;
  provider: string;
  received_at: ColumnType<Date, Date | string | undefined, Date | string>;
  reference: string | null;
  tries: ColumnType<number, number | undefined, number>;
  type: string;
}

export interface PrivateRateLimits {
  expire: number;
  key: string;
  points: number;
}

export interface PrivateRecoveryCodes {
  code_hash: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_id: string;
}

export interface PrivateRestores {
  backup_at: ColumnType<Date, Date | string, Date | string>;
  compared_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  confirmed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  id: ColumnType<string, string | undefined, string>;
  restored_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PrivateSalesQuarters {
  cents: number;
  placed: number;
  quarter: ColumnType<Date, Date | string, Date | string>;
  refunded_cents: number;
  sold: number;
}

export interface PrivateSearchPages {
  document: string;
  head: string;
  id: string;
  kind: string;
  name_words: string;
  title: string;
}

export interface PrivateSearchWords {
  word: string;
}

export interface PrivateSettings {
  key: string;
  value: string;
}

export interface PrivateStaleCustomers {
  email: string;
}

export interface PrivateStaleSales {
  quarter: ColumnType<Date, Date | string, Date | string>;
}

export interface PrivateToldLowStock {
  product_id: string;
  sold_out: boolean;
}

export interface PrivateUnusedFiles {
  name: string;
  since: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface AuditLog {
  action: string;
  actor_email: string | null;
  actor_id: string | null;
  after: ColumnType<Json | null, string | null, string | null>;
  before: ColumnType<Json | null, string | null, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<number, never, never>;
  row_id: string;
  table_name: string;
}

export interface BatchDocuments {
  accreditation_number: string | null;
  batch_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  laboratory: string | null;
  path: string;
  sha256: string;
  tested_on: string | null;
  title: ColumnType<string, string | undefined, string>;
}

export interface BatchPassports {
  batch_id: string;
  body: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  kind: string;
  revision: number;
  sha256: string;
  signature: string;
}

export interface BatchResults {
  analyte: string;
  batch_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  limit_source: string | null;
  limit_value: ColumnType<string | null, string | number | null, string | number | null>;
  method: string | null;
  panel: ColumnType<string, string | undefined, string>;
  passes: ColumnType<boolean | null, never, never>;
  qualifier: ColumnType<string, string | undefined, string>;
  unit: ColumnType<string, string | undefined, string>;
  value: ColumnType<string | null, string | number | null, string | number | null>;
}

export interface Batches {
  best_before: string | null;
  code: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  made_on: string | null;
  note: string | null;
  origin: string | null;
  product_id: string | null;
  released_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  status: ColumnType<string, string | undefined, string>;
  units_made: number | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface BlogPosts {
  author_name: ColumnType<string, string | undefined, string>;
  content: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  excerpt: string | null;
  featured_image_alt: string | null;
  featured_image_focus: string | null;
  featured_image_url: string | null;
  id: ColumnType<string, string | undefined, string>;
  published: ColumnType<boolean, boolean | undefined, boolean>;
  published_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  seo_description: string | null;
  seo_keywords: string | null;
  seo_title: string | null;
  slug: string;
  title: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CartItems {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  position: ColumnType<number, number | undefined, number>;
  price: ColumnType<string, string | number, string | number>;
  product_id: string;
  product_name: string;
  quantity: number;
  seen_name: ColumnType<string, string | undefined, string>;
  seen_price: ColumnType<string, string | number | undefined, string | number>;
  user_id: ColumnType<string, string | undefined, string>;
  weight: ColumnType<string, string | undefined, string>;
}

export interface CodeAlerts {
  batch_id: string | null;
  closed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  closed_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  detail: ColumnType<Json, string | undefined, string>;
  id: ColumnType<string, string | undefined, string>;
  kind: string;
  last_seen_at: ColumnType<Date, Date | string | undefined, Date | string>;
  note: string | null;
  report_id: string | null;
  state: ColumnType<string, string | undefined, string>;
  subject: string;
  times: ColumnType<number, number | undefined, number>;
  unit_id: number | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CodeChecks {
  batch_id: string | null;
  browser_hash: string;
  checked_at: ColumnType<Date, Date | string | undefined, Date | string>;
  code_hash: string | null;
  country: string | null;
  id: ColumnType<number, never, never>;
  known_network: ColumnType<boolean, boolean | undefined, boolean>;
  neighborhood: string | null;
  network_hash: string;
  outcome: string;
  unit_id: number | null;
}

export interface CodeReports {
  batch_id: string | null;
  bought_at: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string | null;
  id: ColumnType<string, string | undefined, string>;
  message: string;
  outcome: string | null;
  pictures: ColumnType<string[], string[] | undefined, string[]>;
  unit_id: number | null;
}

export interface Contacts {
  answered_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string;
  id: ColumnType<string, string | undefined, string>;
  message: string;
  name: string;
  phone: string;
}

export interface Customers {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string;
  id: ColumnType<string, string | undefined, string>;
  last_order_at: ColumnType<Date, Date | string | undefined, Date | string>;
  name: ColumnType<string, string | undefined, string>;
  orders: ColumnType<number, number | undefined, number>;
  spent_cents: ColumnType<number, number | undefined, number>;
}

export interface DeliveryRates {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  days_from: number | null;
  days_to: number | null;
  free_from: ColumnType<string | null, string | number | null, string | number | null>;
  id: ColumnType<string, string | undefined, string>;
  max_subtotal: ColumnType<string | null, string | number | null, string | number | null>;
  min_subtotal: ColumnType<string | null, string | number | null, string | number | null>;
  name: string;
  position: ColumnType<number, number | undefined, number>;
  price: ColumnType<string, string | number, string | number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  zone_id: string;
}

export interface DeliveryZones {
  countries: string[];
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  name: string;
  position: ColumnType<number, number | undefined, number>;
  regions: ColumnType<string[], string[] | undefined, string[]>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface Discounts {
  active: ColumnType<boolean, boolean | undefined, boolean>;
  code: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  ends_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  id: ColumnType<string, string | undefined, string>;
  kind: string;
  max_uses: number | null;
  max_uses_per_customer: number | null;
  min_subtotal: ColumnType<string | null, string | number | null, string | number | null>;
  product_ids: string[] | null;
  starts_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  value: ColumnType<string, string | number | undefined, string | number>;
}

export interface Disputes {
  amount_cents: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: string;
  former_loss_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  former_loss_cents: number | null;
  id: ColumnType<string, string | undefined, string>;
  order_id: string;
  payment_id: string;
  provider: string;
  reason: string | null;
  reference: string;
  reversed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  state: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface Incidents {
  closed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  detail: string;
  id: ColumnType<string, string | undefined, string>;
  kind: string;
  opened_at: ColumnType<Date, Date | string, Date | string>;
  provider: string | null;
}

export interface ManualOrders {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  fingerprint: string;
  kind: string;
  order_id: string;
  reason: ColumnType<string, string | undefined, string>;
  replaces: string | null;
  request_key: string;
}

export interface Notes {
  author_email: string | null;
  body: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string | null;
  id: ColumnType<string, string | undefined, string>;
  order_id: string | null;
}

export interface OrderLineBatches {
  batch_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  line: number;
  order_id: string;
  quantity: ColumnType<number, number | undefined, number>;
}

export interface Orders {
  address: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: ColumnType<string, string | undefined, string>;
  delivery_amount: ColumnType<string, string | number | undefined, string | number>;
  delivery_rate_name: string | null;
  discount_amount: ColumnType<string, string | number | undefined, string | number>;
  discount_code: string | null;
  email: string;
  id: ColumnType<string, string | undefined, string>;
  name: string;
  order_items: ColumnType<Json, string | undefined, string>;
  paid_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  payment_status: ColumnType<string, string | undefined, string>;
  paypal_order_id: string | null;
  phone: ColumnType<string, string | undefined, string>;
  ship_country: string | null;
  ship_postal_code: string | null;
  ship_region: string | null;
  status: ColumnType<string, string | undefined, string>;
  stripe_session_id: string | null;
  subtotal_amount: ColumnType<string, string | number | undefined, string | number>;
  tax_amount: ColumnType<string, string | number | undefined, string | number>;
  tax_included_amount: ColumnType<string, string | number | undefined, string | number>;
  total_amount: ColumnType<string, string | number, string | number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  user_id: string | null;
}

export interface Partners {
  active: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  description: string | null;
  id: ColumnType<string, string | undefined, string>;
  logo_url: string | null;
  name: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  website_url: string | null;
}

export interface PaymentLinks {
  adds_to: string | null;
  cancelled_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  customer: ColumnType<Json | null, string | null, string | null>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  fingerprint: string;
  id: ColumnType<string, string | undefined, string>;
  offer: ColumnType<Json, string, string>;
  order_id: string | null;
  order_items: ColumnType<Json, string, string>;
  request_key: string;
  total_amount: ColumnType<string, string | number, string | number>;
}

export interface Payments {
  amount_cents: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: string;
  id: ColumnType<string, string | undefined, string>;
  order_id: string;
  provider: string;
  reference: string;
  standing: ColumnType<string, string | undefined, string>;
}

export interface PictureSums {
  labels: ColumnType<string, string | undefined, string>;
  picture: string;
  places: ColumnType<Json, string, string>;
}

export interface Pictures {
  alt: ColumnType<string, string | undefined, string>;
  focus_x: ColumnType<number, number | undefined, number>;
  focus_y: ColumnType<number, number | undefined, number>;
  id: ColumnType<string, string | undefined, string>;
  kept: ColumnType<boolean, boolean | undefined, boolean>;
  name: string;
  title: ColumnType<string, string | undefined, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ProductRequirements {
  analytes: string[] | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  daily_dose_grams: ColumnType<string | null, string | number | null, string | number | null>;
  gtin: string | null;
  product_id: string;
  stricter_limits: ColumnType<Json, string | undefined, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface Products {
  buyable: ColumnType<boolean, boolean | undefined, boolean>;
  compare_at_price: ColumnType<string | null, string | number | null, string | number | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  description: ColumnType<string, string | undefined, string>;
  directions: string | null;
  id: ColumnType<string, string | undefined, string>;
  image_alts: ColumnType<Json, string | undefined, string>;
  image_focus: string | null;
  image_url: ColumnType<string, string | undefined, string>;
  image_urls: ColumnType<string[], string[] | undefined, string[]>;
  ingredients: string | null;
  initial_view_count: ColumnType<number, number | undefined, number>;
  name: string;
  price: ColumnType<string, string | number, string | number>;
  proposition_65_warning: string | null;
  published: ColumnType<boolean, boolean | undefined, boolean>;
  seo_description: string | null;
  seo_keywords: string | null;
  seo_title: string | null;
  slug: string | null;
  sold_out: ColumnType<boolean, boolean | undefined, boolean>;
  stock: number | null;
  supplement_facts: ColumnType<Json | null, string | null, string | null>;
  tags: ColumnType<string[], string[] | undefined, string[]>;
  tax_class: ColumnType<string, string | undefined, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  view_count: ColumnType<number, number | undefined, number>;
  warnings: string | null;
  weight_type: ColumnType<string, string | undefined, string>;
}

export interface RecallBatches {
  batch_id: string;
  recall_id: string;
}

export interface RecallRecipients {
  acknowledged_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  email: string | null;
  failed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  id: ColumnType<string, string | undefined, string>;
  name: string | null;
  order_ids: string[];
  queued_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  recall_id: string;
  sent_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  token_hash: string | null;
}

export interface Recalls {
  announced_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  created_by: string | null;
  id: ColumnType<string, string | undefined, string>;
  instructions: string;
  reason: string;
  status: ColumnType<string, string | undefined, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ReconcileRuns {
  counts: ColumnType<Json, string | undefined, string>;
  error: string | null;
  findings: ColumnType<Json, string | undefined, string>;
  finished_at: ColumnType<Date, Date | string, Date | string>;
  id: ColumnType<number, never, never>;
  kind: string;
  started_at: ColumnType<Date, Date | string, Date | string>;
}

export interface Refunds {
  amount_cents: number;
  counted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  currency: string;
  id: ColumnType<string, string | undefined, string>;
  lines: ColumnType<Json | null, string | null, string | null>;
  order_id: string;
  origin: string;
  payment_id: string;
  provider: string;
  reference: string | null;
  request_key: string | null;
  requested_by: string | null;
  reversed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  state: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SavedFilters {
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  name: string;
  query: string;
  screen: string;
}

export interface Shipments {
  carrier: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  order_id: string;
  tracking_number: string;
}

export interface SiteSettings {
  key: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  value: ColumnType<Json, string, string>;
}

export interface StockMovements {
  by: string | null;
  change: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<number, never, never>;
  order_id: string | null;
  product_id: string;
  reason: string;
  request: string | null;
}

export interface TaxRates {
  class: ColumnType<string, string | undefined, string>;
  country: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  included: ColumnType<boolean, boolean | undefined, boolean>;
  on_delivery: ColumnType<boolean, boolean | undefined, boolean>;
  percent: ColumnType<string, string | number, string | number>;
  region: ColumnType<string, string | undefined, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface Testimonials {
  active: ColumnType<boolean, boolean | undefined, boolean>;
  content: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  image_url: string | null;
  media_type: ColumnType<string, string | undefined, string>;
  media_url: string | null;
  name: string;
  rating: ColumnType<number, number | undefined, number>;
  title: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface TextVersions {
  id: ColumnType<string, string | undefined, string>;
  number: ColumnType<number, never, never>;
  place: string;
  published_at: ColumnType<Date, Date | string | undefined, Date | string>;
  published_by: string | null;
  texts: ColumnType<Json, string, string>;
}

export interface TransparencyLog {
  at: ColumnType<Date, Date | string, Date | string>;
  batch: string;
  head_signature: string;
  kind: string;
  passport_sha256: string;
  previous_sha256: string;
  revision: number;
  seq: number;
  sha256: string;
}

export interface UnitCodes {
  batch_id: string;
  check_count: ColumnType<number, number | undefined, number>;
  code_hmac: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  first_checked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  id: ColumnType<number, never, never>;
  key_id: string;
  status: ColumnType<string, string | undefined, string>;
}

export interface ValidityCodes {
  code: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: ColumnType<string, string | undefined, string>;
  product_name: ColumnType<string, string | undefined, string>;
}

export interface DB {
  'auth.sessions': AuthSessions;
  'auth.users': AuthUsers;
  'private.admin_invitations': PrivateAdminInvitations;
  'private.check_salts': PrivateCheckSalts;
  'private.checkout_attempts': PrivateCheckoutAttempts;
  'private.contact_notices': PrivateContactNotices;
  'private.discount_uses': PrivateDiscountUses;
  'private.email_outbox': PrivateEmailOutbox;
  'private.erased_guests': PrivateErasedGuests;
  'private.erasures': PrivateErasures;
  'private.former_addresses': PrivateFormerAddresses;
  'private.former_losses': PrivateFormerLosses;
  'private.former_slugs': PrivateFormerSlugs;
  'private.order_links': PrivateOrderLinks;
  'private.order_taxes': PrivateOrderTaxes;
  'private.payment_link_tokens': PrivatePaymentLinkTokens;
  'private.picture_uses': PrivatePictureUses;
  'private.place_sales': PrivatePlaceSales;
  'private.product_sales': PrivateProductSales;
  'private.product_views': PrivateProductViews;
  'private.provider_events': PrivateProviderEvents;
  'private.rate_limits': PrivateRateLimits;
  'private.recovery_codes': PrivateRecoveryCodes;
  'private.restores': PrivateRestores;
  'private.sales_quarters': PrivateSalesQuarters;
  'private.search_pages': PrivateSearchPages;
  'private.search_words': PrivateSearchWords;
  'private.settings': PrivateSettings;
  'private.stale_customers': PrivateStaleCustomers;
  'private.stale_sales': PrivateStaleSales;
  'private.told_low_stock': PrivateToldLowStock;
  'private.unused_files': PrivateUnusedFiles;
  audit_log: AuditLog;
  batch_documents: BatchDocuments;
  batch_passports: BatchPassports;
  batch_results: BatchResults;
  batches: Batches;
  blog_posts: BlogPosts;
  cart_items: CartItems;
  code_alerts: CodeAlerts;
  code_checks: CodeChecks;
  code_reports: CodeReports;
  contacts: Contacts;
  customers: Customers;
  delivery_rates: DeliveryRates;
  delivery_zones: DeliveryZones;
  discounts: Discounts;
  disputes: Disputes;
  incidents: Incidents;
  manual_orders: ManualOrders;
  notes: Notes;
  order_line_batches: OrderLineBatches;
  orders: Orders;
  partners: Partners;
  payment_links: PaymentLinks;
  payments: Payments;
  picture_sums: PictureSums;
  pictures: Pictures;
  product_requirements: ProductRequirements;
  products: Products;
  recall_batches: RecallBatches;
  recall_recipients: RecallRecipients;
  recalls: Recalls;
  reconcile_runs: ReconcileRuns;
  refunds: Refunds;
  saved_filters: SavedFilters;
  shipments: Shipments;
  site_settings: SiteSettings;
  stock_movements: StockMovements;
  tax_rates: TaxRates;
  testimonials: Testimonials;
  text_versions: TextVersions;
  transparency_log: TransparencyLog;
  unit_codes: UnitCodes;
  validity_codes: ValidityCodes;
}

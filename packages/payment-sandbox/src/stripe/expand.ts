import type { StripeAccount } from './account.ts';
import { invalidParam } from './errors.ts';
import { listPage } from './list-page.ts';

type Node = Record<string, unknown>;

const MAX_DEPTH = 4;

/**
 * Replaces ids with their objects and adds what is left out by default
 * (https://docs.stripe.com/api/expanding_objects). Works on a copy.
 */
export function expandObject(account: StripeAccount, object: object, paths: string[] = []): object {
  if (paths.length === 0) return object;
  const copy = structuredClone(object) as Node;
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > MAX_DEPTH + 1) {
      throw invalidParam(`You cannot expand more than ${MAX_DEPTH} levels of a property`, 'expand');
    }
    expandPath(account, copy, segments, path);
  }
  return copy;
}

function expandPath(account: StripeAccount, node: Node, segments: string[], path: string): void {
  const [field, ...rest] = segments;
  if (field === undefined) return;
  if (node.object === 'list' && field === 'data') {
    for (const item of node.data as Node[]) expandPath(account, item, rest, path);
    return;
  }
  const included = include(account, node, field);
  if (included !== undefined) {
    node[field] = included;
  } else if (!(field in node)) {
    throw invalidParam(`This property cannot be expanded (${path}).`, 'expand');
  }
  const value = node[field];
  if (typeof value === 'string') {
    const found = dereference(account, field, value);
    if (found === undefined) {
      throw invalidParam(`This property cannot be expanded (${path}).`, 'expand');
    }
    node[field] = structuredClone(found);
  }
  if (isNode(node[field])) expandPath(account, node[field], rest, path);
}

function dereference(account: StripeAccount, field: string, id: string): object | undefined {
  switch (field) {
    case 'payment_intent':
      return account.paymentIntents.get(id);
    case 'charge':
    case 'latest_charge':
      return account.charges.get(id);
    default:
      return undefined;
  }
}

function include(account: StripeAccount, node: Node, field: string): object | undefined {
  const id = String(node.id);
  if (node.object === 'checkout.session' && field === 'line_items') {
    const lines = account.sessions.get(id)?.lines ?? [];
    const url = `/v1/checkout/sessions/${id}/line_items`;
    return structuredClone(listPage(lines, {}, { url, noun: 'line_item' }));
  }
  if (node.object === 'charge' && field === 'refunds') {
    const refunds = account.refunds.newest().filter((refund) => refund.charge === id);
    return structuredClone(
      listPage(refunds, {}, { url: `/v1/charges/${id}/refunds`, noun: 'refund' }),
    );
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

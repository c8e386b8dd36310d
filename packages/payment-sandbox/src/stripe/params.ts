import { z } from 'zod';
import { invalidParam, missingParam, type StripeError } from './errors.ts';
import type { FormObject, FormValue } from './form-body.ts';

const MAX_VALUES_SHOWN = 12;

interface StripeIssue {
  code?: string;
}

function issue(ctx: z.RefinementCtx, message: string, code?: string): never {
  ctx.addIssue({ code: 'custom', message, params: { code } satisfies StripeIssue });
  return z.NEVER;
}

/** Text that isn't empty: Stripe treats an empty value as an attempt to unset. */
export function text({ max = 5_000 }: { max?: number } = {}) {
  return z.string().superRefine((value, ctx) => {
    if (value === '') {
      issue(
        ctx,
        'You passed an empty string. We assume empty values are an attempt to unset a parameter; however this one cannot be unset. You should remove it from your request or supply a non-empty value.',
        'parameter_invalid_empty',
      );
    } else if (value.length > max) {
      issue(ctx, `Invalid string: must be at most ${max} characters`, 'parameter_invalid_string');
    }
  });
}

export function integer({ min, max }: { min: number; max?: number }) {
  return z.string().transform((value, ctx): number => {
    if (!/^-?\d{1,15}$/.test(value)) {
      return issue(ctx, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    const number = Number(value);
    if (number < min) {
      const message =
        min === 0
          ? 'Invalid non-negative integer'
          : `This value must be greater than or equal to ${min}.`;
      return issue(ctx, message, 'parameter_invalid_integer');
    }
    if (max !== undefined && number > max) {
      return issue(
        ctx,
        `This value must be less than or equal to ${max}.`,
        'parameter_invalid_integer',
      );
    }
    return number;
  });
}

export const boolean = z
  .string()
  .transform((value, ctx): boolean =>
    value === 'true' || value === 'false'
      ? value === 'true'
      : issue(ctx, `Invalid boolean: ${value}`),
  );

/** Up to 50 keys of at most 40 characters, with values of at most 500 (https://docs.stripe.com/metadata). */
export const metadata = z.record(z.string(), z.string()).superRefine((entries, ctx) => {
  const keys = Object.keys(entries);
  if (keys.length > 50) issue(ctx, 'Metadata can have at most 50 keys');
  for (const key of keys) {
    if (key.length > 40) issue(ctx, `Metadata keys can have up to 40 characters: ${key}`);
    if ((entries[key]?.length ?? 0) > 500) {
      issue(ctx, `Metadata values can have up to 500 characters: ${key}`);
    }
  }
});

export const email = text({ max: 512 }).superRefine((value, ctx) => {
  if (!z.email().safeParse(value).success) {
    issue(ctx, `Invalid email address: ${value}`, 'email_invalid');
  }
});

export const webUrl = text().superRefine((value, ctx) => {
  const protocol = URL.parse(value)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') {
    issue(ctx, 'Not a valid URL', 'url_invalid');
  }
});

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

export const currency = z
  .string()
  .toLowerCase()
  .superRefine((value, ctx) => {
    if (!currencies.has(value)) issue(ctx, `Invalid currency: ${value}`);
  });

const range = z.strictObject({
  gt: integer({ min: 0 }).optional(),
  gte: integer({ min: 0 }).optional(),
  lt: integer({ min: 0 }).optional(),
  lte: integer({ min: 0 }).optional(),
});

/** Seconds since the Unix epoch, exact or as a range. */
export const created = z.union([integer({ min: 0 }), range]);

export const expand = z.array(z.string()).max(20).optional();

/** Parameters of every list (https://docs.stripe.com/api/pagination). */
export const pagination = {
  limit: integer({ min: 1, max: 100 }).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
  expand,
};

/** Parses parameters with a schema; throws Stripe's error for the first invalid one. */
export function readParams<T extends z.ZodType>(schema: T, params: FormObject): z.output<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw first === undefined ? invalidParam('Invalid request', '') : toStripeError(first, params);
}

function toStripeError(found: z.core.$ZodIssue, params: FormObject): StripeError {
  const param = nameOf(found.path);
  switch (found.code) {
    case 'unrecognized_keys': {
      const names = found.keys.map((key) => nameOf([...found.path, key]));
      const label = names.length > 1 ? 'parameters' : 'parameter';
      return invalidParam(
        `Received unknown ${label}: ${names.join(', ')}`,
        names[0] ?? '',
        'parameter_unknown',
      );
    }
    case 'custom':
      return invalidParam(found.message, param, (found.params as StripeIssue | undefined)?.code);
    case 'invalid_value':
      if (valueAt(params, found.path) === undefined) return missingParam(param);
      return invalidParam(`Invalid ${param}: must be one of ${shortList(found.values)}`, param);
    case 'invalid_type':
      if (valueAt(params, found.path) === undefined) return missingParam(param);
      return invalidParam(`Invalid ${found.expected}`, param);
    default:
      if (valueAt(params, found.path) === undefined) return missingParam(param);
      return invalidParam(`Invalid value for ${param}`, param);
  }
}

function shortList(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES_SHOWN).join(', ');
  return values.length > MAX_VALUES_SHOWN ? `${shown}, …` : shown;
}

function nameOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((part) => `[${part}]`).join('')}`;
}

function valueAt(params: FormObject, path: readonly PropertyKey[]): FormValue | undefined {
  let value: FormValue | undefined = params;
  for (const key of path) {
    if (typeof value !== 'object') return undefined;
    value = (value as FormObject)[String(key)];
  }
  return value;
}

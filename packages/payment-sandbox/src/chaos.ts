import { z } from 'zod';

const count = z.int().min(1).max(100_000);
const milliseconds = z.int().min(0).max(600_000);

const apiRule = z.strictObject({
  /** `METHOD /path`, where `*` matches any characters; left out, every API call matches. */
  match: z.string().min(1).optional(),
  /**
   * Responds with this status. Nothing is executed unless `executed`: then the failure is what the
   * idempotency key replays.
   */
  fail: z
    .strictObject({
      status: z.int().min(400).max(599).default(500),
      times: count.default(1),
      executed: z.boolean().default(false),
    })
    .optional(),
  /** Executes, then delays the response by this long. */
  hang: z.strictObject({ ms: milliseconds, times: count.default(1) }).optional(),
  /** Waits before executing. */
  delayMs: milliseconds.optional(),
  /** Executes, then cuts the connection without a response: this many times, or always. */
  answerLost: z.union([z.boolean(), count]).optional(),
});

const knobs = z.strictObject({
  reset: z.literal(true).optional(),
  webhooks: z
    .strictObject({
      /** Extra deliveries of each event. */
      duplicate: z.int().min(0).max(100).optional(),
      /** Newest first. */
      reorder: z.boolean().optional(),
      delayMs: milliseconds.optional(),
      /** Drops this many of the next events, or all: they are never sent or retried. */
      drop: z.union([z.boolean(), z.int().min(0).max(100_000)]).optional(),
    })
    .optional(),
  api: z.union([apiRule, z.array(apiRule).max(50)]).optional(),
  smtp: z
    .strictObject({
      /** Refuses this many of the next emails with `code`. */
      reject: count.optional(),
      code: z.int().min(400).max(599).default(451),
      /** Stores the email but delays its 250 by this long; `true` for forever. */
      hang: z.union([z.literal(true), milliseconds]).optional(),
      /** Stores the email but cuts the connection before the 250, this many times. */
      answerLost: count.optional(),
    })
    .optional(),
});

type Knobs = z.output<typeof knobs>;
type ApiRule = z.output<typeof apiRule>;

/** The faults to simulate in one API call. */
export interface ApiFault {
  delayMs: number;
  fail: { status: number; executed: boolean } | null;
  hangMs: number;
  answerLost: boolean;
}

type ChaosAnswer = { ok: true } | { ok: false; message: string };

/**
 * Faults on demand. They stay active until their counts are used up or the next `set`, which
 * replaces all of them; so `{}` turns everything off.
 */
export interface Chaos {
  set(input: unknown): ChaosAnswer;
  /** The active knobs, with their current counts. */
  show(): unknown;
  webhooks(): { duplicate: number; reorder: boolean; delayMs: number };
  takeWebhookDrop(): boolean;
  takeApiFault(method: string, path: string): ApiFault | undefined;
  takeSmtpRejection(): number | undefined;
  /** Milliseconds; `Infinity` for forever, 0 for none. */
  smtpHangMs(): number;
  takeSmtpAnswerLost(): boolean;
}

export function createChaos(): Chaos {
  let current: Knobs = {};

  const rules = (): ApiRule[] => [current.api ?? []].flat();

  return {
    set(input) {
      const parsed = knobs.safeParse(input);
      if (!parsed.success) return { ok: false, message: z.prettifyError(parsed.error) };
      current = parsed.data.reset ? {} : parsed.data;
      return { ok: true };
    },
    show: () => current,
    webhooks: () => ({
      duplicate: current.webhooks?.duplicate ?? 0,
      reorder: current.webhooks?.reorder ?? false,
      delayMs: current.webhooks?.delayMs ?? 0,
    }),
    takeWebhookDrop() {
      const drop = current.webhooks?.drop;
      if (typeof drop === 'number' && current.webhooks) {
        if (drop === 0) return false;
        current.webhooks.drop = drop - 1;
        return true;
      }
      return drop === true;
    },
    takeApiFault(method, path) {
      const rule = rules().find((candidate) => matches(candidate.match, `${method} ${path}`));
      if (rule === undefined) return undefined;
      const fail = takeCounted(rule.fail);
      const hang = takeCounted(rule.hang);
      const lost = rule.answerLost ?? false;
      if (typeof lost === 'number') rule.answerLost = lost > 1 ? lost - 1 : false;
      return {
        delayMs: rule.delayMs ?? 0,
        fail: fail ? { status: fail.status, executed: fail.executed } : null,
        hangMs: hang?.ms ?? 0,
        answerLost: lost !== false,
      };
    },
    takeSmtpRejection() {
      const smtp = current.smtp;
      if (!smtp?.reject) return undefined;
      smtp.reject -= 1;
      return smtp.code;
    },
    smtpHangMs() {
      const hang = current.smtp?.hang ?? 0;
      return hang === true ? Number.POSITIVE_INFINITY : hang;
    },
    takeSmtpAnswerLost() {
      const smtp = current.smtp;
      if (!smtp?.answerLost) return false;
      smtp.answerLost -= 1;
      return true;
    },
  };
}

function takeCounted<T extends { times: number }>(knob: T | undefined): T | undefined {
  if (knob === undefined || knob.times === 0) return undefined;
  knob.times -= 1;
  return knob;
}

function matches(pattern: string | undefined, call: string): boolean {
  if (pattern === undefined) return true;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(call);
}

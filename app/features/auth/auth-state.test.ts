import type { GoTrueClient } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import type { SignInStep } from '#app/lib/sign-in.ts';
import { type AuthEvent, type AuthState, freshState, reduceAuth, viewOf } from './auth-state.ts';
import type { Arrival } from './use-arrival.ts';

const arrival: Arrival = {
  reset: false,
  type: null,
  elsewhere: false,
  refusal: null,
  message: null,
  cameByLink: false,
  entry: null,
};
const step: SignInStep = {
  kind: 'second-step',
  auth: {} as GoTrueClient,
  factorId: 'factor',
  accessToken: 'token',
  choosesPassword: false,
};
const other: SignInStep = {
  kind: 'other-person',
  email: 'ada@mail.example',
  present: 'maya@mail.example',
  goOn: async () => ({ data: { kind: 'entered' }, problem: null }),
};
const choosing: SignInStep = {
  kind: 'choose-password',
  auth: {} as GoTrueClient,
  email: 'ada@mail.example',
};
const entered: SignInStep = { kind: 'entered' };

const reach = (events: readonly AuthEvent[], from: AuthState = freshState) =>
  events.reduce(reduceAuth, from);
const arrive = (change: Partial<Arrival> = {}): AuthEvent => ({
  type: 'arrived',
  arrival: { ...arrival, ...change },
});

describe('the sign-in screen shows', () => {
  it('the tab that was asked for, until another one is chosen', () => {
    expect(viewOf(freshState)).toEqual({ name: 'sign-in' });
    expect(viewOf(reach([arrive()]), 'sign-up')).toEqual({ name: 'sign-up' });
    const chosen = reach([arrive(), { type: 'tab-chosen', tab: 'sign-in' }]);
    expect(viewOf(chosen, 'sign-up')).toEqual({ name: 'sign-in' });
  });

  it('the form for the mail that was asked for, until it is left', () => {
    const asked = { name: 'request-mail', mail: 'recovery' };
    expect(viewOf(freshState, 'sign-in', 'recovery')).toEqual(asked);
    expect(viewOf(reach([arrive({ reset: true })]), 'sign-in', 'recovery')).toEqual(asked);
    const left = reach([arrive(), { type: 'back' }]);
    expect(viewOf(left, 'sign-in', 'recovery')).toEqual({ name: 'sign-in' });
  });

  it('what the link asks for, once it has been followed', () => {
    expect(viewOf(reach([arrive({ reset: true })]), 'sign-up')).toEqual({ name: 'reset' });
    expect(viewOf(reach([arrive({ entry: step })]))).toEqual({ name: 'second-step', step });
    expect(viewOf(reach([arrive({ entry: other })]))).toEqual({
      name: 'other-person',
      entry: other,
    });
    const reset = { name: 'reset', entry: choosing };
    expect(viewOf(reach([arrive({ entry: choosing, reset: true })]))).toEqual(reset);
    expect(viewOf(reach([arrive({ entry: other }), { type: 'entry', entry: choosing }]))).toEqual(
      reset,
    );
    expect(viewOf(reach([arrive({ entry: entered, reset: true })]))).toEqual({ name: 'reset' });
  });

  it('what was chosen meanwhile rather than what the link asks for', () => {
    const state = reach([{ type: 'mail-wanted', mail: 'recovery' }, arrive({ reset: true })]);
    expect(viewOf(state)).toEqual({ name: 'request-mail', mail: 'recovery' });
  });

  it('the second step after a password, and the sign-in or the reset once somebody is in', () => {
    expect(viewOf(reach([{ type: 'entry', entry: step }]))).toEqual({ name: 'second-step', step });
    expect(viewOf(reach([{ type: 'entry', entry: entered }]))).toEqual({ name: 'sign-in' });
    const reset = reach([arrive({ reset: true, entry: step }), { type: 'entry', entry: entered }]);
    expect(viewOf(reset)).toEqual({ name: 'reset' });
  });

  it('the recovery for the second step, whichever way that was reached, and the step again', () => {
    for (const first of [arrive({ entry: step }), { type: 'entry', entry: step } as const]) {
      const recovering = reach([first, { type: 'recovery-wanted' }]);
      expect(viewOf(recovering)).toEqual({ name: 'recovery', step });
      const back = reduceAuth(recovering, { type: 'back' });
      expect(viewOf(back)).toEqual({ name: 'second-step', step });
      expect(viewOf(reduceAuth(back, { type: 'back' }))).toEqual({ name: 'sign-in' });
    }
    expect(reach([{ type: 'recovery-wanted' }])).toEqual(freshState);
  });

  it('to whom a mail was sent, and the sign-in after it', () => {
    const sent = reach([
      { type: 'mail-wanted', mail: 'signup' },
      { type: 'mail-sent', mail: 'signup', email: 'ada@mail.example' },
    ]);
    expect(viewOf(sent)).toEqual({ name: 'mail-sent', mail: 'signup', email: 'ada@mail.example' });
    expect(viewOf(reduceAuth(sent, { type: 'back' }))).toEqual({ name: 'sign-in' });
  });
});

it('keeps what was typed over every change of view', () => {
  const state = reach([
    { type: 'typed', field: 'email', text: 'ada@mail.example' },
    { type: 'tab-chosen', tab: 'sign-up' },
    { type: 'typed', field: 'full_name', text: 'Ada' },
    { type: 'entry', entry: step },
    { type: 'back' },
    arrive(),
  ]);
  expect(state.typed).toEqual({ email: 'ada@mail.example', full_name: 'Ada' });
});

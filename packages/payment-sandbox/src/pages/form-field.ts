import { html } from 'hono/html';
import type { Markup } from './layout.ts';

interface Field {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  autocomplete: string;
  type?: string;
  inputmode?: string | undefined;
  readonly?: boolean | undefined;
}

/** A labeled input with its error message. */
export function formField(field: Field): Markup {
  const { name, label, value, error, autocomplete, type = 'text', inputmode, readonly } = field;
  return html`<div class="field">
  <label for="${name}">${label}</label>
  <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" ${inputmode ? html`inputmode="${inputmode}"` : ''} ${readonly ? 'readonly' : ''} ${markInvalid(name, error)}>
  ${fieldProblem(name, error)}
</div>`;
}

export function formSection(legend: string, content: Markup): Markup {
  return html`<fieldset><legend>${legend}</legend>${content}</fieldset>`;
}

export function markInvalid(name: string, error: string | undefined): Markup | string {
  return error === undefined ? '' : html`aria-invalid="true" aria-describedby="${name}-problem"`;
}

export function fieldProblem(name: string, error: string | undefined): Markup | string {
  return error === undefined ? '' : html`<p class="problem" id="${name}-problem">${error}</p>`;
}

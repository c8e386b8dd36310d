import { stylesOf } from './pasted-styles.ts';

const plain = '0123456789+-−=()';
const raised = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'];
const lowered = [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'];

/**
 * Replaces superscript and subscript digits with Unicode characters, because articles have no such
 * style and 10³ would read 103. Letters, as in 1st, are readable without it.
 */
export function replaceSuperscripts(body: HTMLElement): void {
  for (const element of body.querySelectorAll('sup, sub, span')) {
    const level = levelOf(element);
    const text = element.textContent ?? '';
    const figures = [...text.trim()].map((each) => level?.[plain.indexOf(each)]);
    if (figures.length > 0 && !figures.includes(undefined)) element.textContent = figures.join('');
  }
}

function levelOf(element: Element): readonly string[] | null {
  if (element.localName === 'sup') return raised;
  if (element.localName === 'sub') return lowered;
  const align = stylesOf(element).get('vertical-align');
  if (align === 'super') return raised;
  return align === 'sub' ? lowered : null;
}

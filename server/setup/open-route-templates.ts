import { functionTable } from '#server/functions/function-table.ts';
import { createRouteTemplate } from '#server/metrics/route-template.ts';

export interface RouteTemplates {
  of(path: string): string;
  /** Provides the pages' path patterns, once pages are open. */
  know(pagePaths: readonly string[]): void;
}

/** The routes by which metrics, traces and the access log name a request. */
export function openRouteTemplates(): RouteTemplates {
  const functions = functionTable.map(({ name }) => name);
  let find = createRouteTemplate(functions, []);
  return {
    of: (path) => find(path),
    know(pagePaths) {
      find = createRouteTemplate(functions, pagePaths);
    },
  };
}

import { notAcceptable } from '../respond/request-errors.ts';

/** How the body represents the rows. */
export type Shape = 'array' | 'object' | 'csv';

export interface PlanMediaType {
  format: 'text' | 'json';
  options: readonly ('analyze' | 'verbose' | 'settings' | 'buffers' | 'wal')[];
}

export interface MediaType {
  shape: Shape;
  stripNulls: boolean;
  /** Set if the query's plan was requested instead of its result. */
  plan?: PlanMediaType;
  contentType: string;
}

const json: MediaType = {
  shape: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};
const csv: MediaType = {
  shape: 'csv',
  stripNulls: false,
  contentType: 'text/csv; charset=utf-8',
};

/** The first acceptable media type in the Accept header; throws RestError PGRST107 if there is none. */
export function negotiateMediaType(
  accept: string | null,
  { allowPlan }: { allowPlan: boolean },
): MediaType {
  if (!accept || accept === '*/*' || accept === 'application/json') return json;
  const ranges = parseAccept(accept);
  for (const range of ranges) {
    const found = mediaTypeOf(range, allowPlan);
    if (found) return found;
  }
  throw notAcceptable(ranges.map(({ text }) => text));
}

interface MediaRange {
  /** Without the quality value. */
  text: string;
  type: string;
  parameters: ReadonlyMap<string, string>;
  quality: number;
}

/** Media ranges by descending quality; equal ones keep their order. */
function parseAccept(accept: string): MediaRange[] {
  const ranges = split(accept, ',').flatMap((item) => {
    const [type = '', ...rest] = split(item, ';').map((part) => part.trim());
    if (type === '') return [];
    const parameters = new Map(
      rest.filter(Boolean).map((parameter) => {
        const [name = '', ...value] = parameter.split('=');
        return [
          name.trim().toLowerCase(),
          value
            .join('=')
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ];
      }),
    );
    const quality = Number(parameters.get('q') ?? 1);
    parameters.delete('q');
    const shown = rest.filter((parameter) => !/^q\s*=/i.test(parameter));
    const text = [type, ...shown].join(';');
    return [{ text, type: type.toLowerCase(), parameters, quality }];
  });
  return ranges.sort((a, b) => b.quality - a.quality);
}

/** Splits at separators outside quotes. */
const split = (text: string, separator: ',' | ';') =>
  text.match(separator === ',' ? /(?:"[^"]*"|[^,"]|")+/g : /(?:"[^"]*"|[^;"]|")+/g) ?? [];

function mediaTypeOf({ type, parameters }: MediaRange, allowPlan: boolean): MediaType | null {
  const stripNulls = parameters.get('nulls') === 'stripped';
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json;
    case 'text/csv':
      return csv;
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripNulls ? vendored('array') : json;
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return stripNulls
        ? vendored('object')
        : {
            shape: 'object',
            stripNulls: false,
            contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
          };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return allowPlan ? planOf('text', parameters) : null;
    case 'application/vnd.pgrst.plan+json':
      return allowPlan ? planOf('json', parameters) : null;
    default:
      return null;
  }
}

const vendored = (shape: 'array' | 'object'): MediaType => ({
  shape,
  stripNulls: true,
  contentType: `application/vnd.pgrst.${shape}+json;nulls=stripped; charset=utf-8`,
});

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

function planOf(
  format: 'text' | 'json',
  parameters: ReadonlyMap<string, string>,
): MediaType | null {
  const shown = parameters.get('for') ?? 'application/json';
  const planned = mediaTypeOf(parseAccept(shown)[0] as MediaRange, false);
  if (!planned) return null;
  const asked = parameters.get('options')?.split('|') ?? [];
  const options = planOptions.filter((option) => asked.includes(option));
  const list = options.length > 0 ? `; options=${options.join('|')}` : '';
  const mime = planned.contentType.replace('; charset=utf-8', '');
  return {
    ...planned,
    plan: { format, options },
    contentType: `application/vnd.pgrst.plan+${format}; for="${mime}"${list}; charset=utf-8`,
  };
}

import { data } from 'react-router';
import { Legal } from '#app/features/content/legal.tsx';
import { readLegal } from '#app/features/content/read-legal.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import { type LegalPage, legalPages } from '#domain/legal-texts.ts';
import { truncate } from '#domain/seo.ts';
import type { Route } from './+types/legal';

export async function loader({ context, request }: Route.LoaderArgs) {
  const name = new URL(request.url).pathname.split('/')[1]?.replace(/\.data$/, '') as LegalPage;
  const { text, complete } = await readLegal(context, name);
  const pages = Object.entries(legalPages).map(([path, { title }]) => ({
    title,
    path: `/${path}`,
  }));
  const { title } = legalPages[name];
  return data(
    {
      title,
      path: `/${name}`,
      sections: text,
      others: pages.filter(({ path }) => path !== `/${name}`),
    },
    { headers: complete ? {} : noStore },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const { title, path, sections } = args.loaderData;
  return pageMeta(args, {
    title: `${title} | {name}`,
    description: truncate(
      `${title} at {name}: ${sections.map(({ heading }) => heading).join(', ')}.`,
    ),
    path,
  });
}

export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  return <Legal {...loaderData} />;
}

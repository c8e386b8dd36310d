import { Legal } from '#app/features/content/legal.tsx';
import { readLegal } from '#app/features/content/read-legal.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { pageTexts } from '#app/lib/page-texts.ts';
import { type LegalPage, legalPages } from '#domain/legal-texts.ts';
import { truncate } from '#domain/seo.ts';
import type { Route } from './+types/legal';

export function loader({ context, request }: Route.LoaderArgs) {
  const name = new URL(request.url).pathname.split('/')[1]?.replace(/\.data$/, '') as LegalPage;
  const words = pageTexts(context, 'layout');
  const pages = Object.entries(legalPages).map(([path, { title }]) => ({
    title: words[title],
    path: `/${path}`,
  }));
  return {
    title: words[legalPages[name].title],
    path: `/${name}`,
    sections: readLegal(context, name),
    others: pages.filter(({ path }) => path !== `/${name}`),
  };
}

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

import { About } from '#app/features/content/about.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { pageTexts } from '#app/lib/page-texts.ts';
import { readSections } from '#domain/texts/text-field.ts';
import type { Route } from './+types/about';

export function loader({ context }: Route.LoaderArgs) {
  const { chapters, ...words } = pageTexts(context, 'about');
  return { words, chapters: readSections(chapters) };
}

export function meta(args: Route.MetaArgs) {
  const { meta_title: title = '{name}', meta_description: description = '' } =
    args.loaderData?.words ?? {};
  return pageMeta(args, { title, description, path: '/about' });
}

export default function AboutRoute({ loaderData }: Route.ComponentProps) {
  return <About {...loaderData} />;
}

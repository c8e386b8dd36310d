interface Related {
  slug: string;
  title: string;
  seo_keywords: string | null;
}

/** Words that say nothing about the subject or appear in every post. */
const common = new Set(['shilajit', 'which', 'what', 'your', 'that', 'with', 'from', 'liv', 'how']);

/** Up to `limit` other posts that share the most words in title and keywords; ties keep the given order. */
export function relatedPosts<T extends Related>(
  post: Related,
  others: readonly T[],
  limit: number,
): T[] {
  const own = subjectOf(post);
  const score = (other: T) => [...subjectOf(other)].filter((word) => own.has(word)).length;
  return others
    .filter(({ slug }) => slug !== post.slug)
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, limit);
}

function subjectOf({ title, seo_keywords }: Related): Set<string> {
  const words = `${title} ${seo_keywords ?? ''}`.toLowerCase().match(/\p{Letter}{4,}/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)));
}

import { Badge } from '#app/components/ui/badge.tsx';

const shown = 2;

/** At most 2 tags and a count of the rest (requirements §9.4). */
export function TagCell({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.slice(0, shown).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {tags.length > shown ? (
        <Badge title={tags.slice(shown).join(', ')}>+{tags.length - shown}</Badge>
      ) : null}
    </span>
  );
}

import { Badge } from '#app/components/ui/badge.tsx';

const shown = 2;

/** At most 2 tags and a count of the rest (requirements §9.4). */
export function TagCell({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1 md:flex-nowrap md:overflow-hidden">
      {tags.slice(0, shown).map((tag) => (
        <Badge key={tag} className="px-1.5! py-0! font-medium! md:block md:min-w-0 md:truncate">
          {tag}
        </Badge>
      ))}
      {tags.length > shown ? (
        <Badge title={tags.slice(shown).join(', ')} className="shrink-0 px-1.5! py-0!">
          +{tags.length - shown}
        </Badge>
      ) : null}
    </span>
  );
}

import { useConfirm } from '../dialogs/confirm.tsx';
import { remainingPlaceholders } from './foreign-pictures.ts';

interface Article {
  published: boolean;
  content: string;
}

/**
 * Asks before publishing an article that still has placeholders in place of images. Resolves to
 * whether to go on; placeholders that are already published are not asked about again.
 */
export function useLeftOutQuestion() {
  const ask = useConfirm();
  return async (article: Article, stored: Article | null): Promise<boolean> => {
    if (!article.published) return true;
    const known = stored?.published ? remainingPlaceholders(stored.content) : [];
    const left = [...new Set(remainingPlaceholders(article.content))].filter(
      (each) => !known.includes(each),
    );
    if (left.length === 0) return true;
    const answer = await ask({
      title:
        left.length === 1
          ? 'Publish without an image?'
          : `Publish without ${left.length.toLocaleString('en-US')} images?`,
      text:
        left.length === 1
          ? 'This text is still in its place, and visitors will see it:'
          : 'This text is still in their places, and visitors will see it:',
      choice: (
        <ul className="max-h-40 list-disc overflow-y-auto pl-5 text-sm wrap-anywhere">
          {left.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ),
      cancel: 'Back to the text',
      confirm: 'Publish anyway',
    });
    return answer === 'confirmed';
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type LibraryPicture, useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';
import { removeFiles } from '../uploads/upload-file.ts';
import { describePlaces } from './picture-text.ts';

/** Deletes unused pictures after a question; for the others it says where they are used. */
export function usePictureRemoval() {
  const { publishableKey } = useShop();
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /** Resolves to whether all of them are gone. */
  return async (pictures: readonly LibraryPicture[]): Promise<boolean> => {
    const used = pictures.filter((each) => each.used);
    const free = pictures.filter((each) => !each.used);
    const [first] = free;
    if (!first) {
      refuse(used);
      return false;
    }
    const agreed = await ask({
      title: free.length > 1 ? `Delete ${free.length} pictures?` : `Delete “${first.title}”?`,
      text:
        used.length > 0
          ? `${used.length} of the selected are used and stay. This cannot be undone.`
          : 'This cannot be undone.',
      confirm: 'Delete',
      danger: true,
    });
    if (!agreed) return false;
    try {
      const removed = await removeFiles(
        free.map(({ name }) => name),
        publishableKey,
      );
      if (removed.length > 0) {
        await calls.run((tables) => tables.from('pictures').delete().in('name', removed));
        showToast({
          title: removed.length > 1 ? `${removed.length} pictures deleted` : 'Picture deleted',
        });
      }
      // Somebody has started using it since the list was loaded.
      const left = free.filter(({ name }) => !removed.includes(name));
      if (left.length > 0) refuse(left);
      return left.length === 0 && used.length === 0;
    } catch (error) {
      showToast({
        title: 'Not deleted',
        description: messageOf(error),
        variant: 'destructive',
      });
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: listKey('picture_library') });
    }
  };
}

function refuse(pictures: readonly LibraryPicture[]): void {
  const [first] = pictures;
  const where = first?.used
    ? `It is used ${describePlaces(first.places).replace(/^./, (letter) => letter.toLowerCase())}.`
    : 'It is in use now.';
  showToast({
    title: 'Not deleted',
    description:
      pictures.length > 1
        ? `${pictures.length} pictures are used. Replace them first, or take them out there.`
        : `“${first?.title}”: ${where} Replace it everywhere first, or take it out there.`,
    variant: 'destructive',
  });
}

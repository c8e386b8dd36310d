import { useShop } from '#app/lib/use-shop.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { ViewInShop } from '../form/view-in-shop.tsx';
import { PostFields } from './post-fields.tsx';
import { PostPreview } from './post-preview.tsx';
import { postSlug } from './post-slug.ts';
import { emptyPost, isScheduled, postValues, toPostRow, toPostValues } from './post-values.ts';
import { useLeftOutQuestion } from './use-left-out-question.tsx';

export const backToPosts = { to: '/admin/blog', label: 'Back to blog posts' };

const texts: RowFormTexts = {
  created: 'Blog post created successfully',
  updated: 'Blog post updated successfully',
  createFailed: 'Failed to save blog post',
  updateFailed: 'Failed to save blog post',
  create: 'Create post',
};

interface PostFormProps {
  loaded: RowOf<'blog_posts'> | null;
  /** Name of the draft of a deleted post, which becomes this new one. */
  orphanedDraft?: string | undefined;
}

export function PostForm({ loaded, orphanedDraft }: PostFormProps) {
  const { timeZone } = useShop().site;
  const question = useLeftOutQuestion();
  return (
    <RowForm
      table="blog_posts"
      label="Blog post"
      heading={loaded ? loaded.title : 'Add blog post'}
      back={backToPosts}
      schema={postValues}
      initial={loaded ? toPostValues(loaded, timeZone) : emptyPost}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={(post) => toPostValues(post, timeZone)}
      toRow={async (values, known, calls, id) =>
        toPostRow(values, await postSlug(calls, values, known, id), known, {
          now: new Date(),
          timeZone,
        })
      }
      texts={texts}
      question={question}
      actions={(post) => (
        <>
          <PostPreview />
          {post?.published && !isScheduled(post, new Date()) ? (
            <ViewInShop to={`/blog/${post.slug}`} />
          ) : null}
        </>
      )}
    >
      <PostFields isNew={!loaded} />
    </RowForm>
  );
}

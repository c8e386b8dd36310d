import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { backToPosts, PostForm } from './post-form.tsx';
import { PostList } from './post-list.tsx';

/** /admin/blog, /admin/blog/new, /admin/blog/<id>. */
export default function BlogScreen() {
  const editor = (
    <RowEditor
      table="blog_posts"
      noun="blog post"
      back={backToPosts}
      form={(post, orphanedDraft) => (
        <PostForm key={post?.id ?? 'new'} loaded={post} orphanedDraft={orphanedDraft} />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table="blog_posts" noun="blog post" to="/admin/blog" />
            <PostList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}

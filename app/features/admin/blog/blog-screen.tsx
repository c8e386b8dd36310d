import { RowScreen } from '../form/row-screen.tsx';
import { backToPosts, PostForm } from './post-form.tsx';
import { PostList } from './post-list.tsx';

/** /admin/blog, /admin/blog/new, /admin/blog/<id>. */
export default function BlogScreen() {
  return (
    <RowScreen
      table="blog_posts"
      noun="blog post"
      back={backToPosts}
      form={(post, orphanedDraft) => (
        <PostForm key={post?.id ?? 'new'} loaded={post} orphanedDraft={orphanedDraft} />
      )}
      list={<PostList />}
    />
  );
}

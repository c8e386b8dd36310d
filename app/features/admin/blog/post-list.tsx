import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import type { ListFilters, RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { BriefMoment } from '../table/moment.tsx';
import { RowLink } from '../table/row-link.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useList } from '../table/use-list.ts';
import { isScheduled, publication } from './post-values.ts';
import { useLeftOutQuestion } from './use-left-out-question.tsx';

type Post = RowOf<'blog_posts'>;

/** Requirements §2.17, Blog: the list. */
export function PostList() {
  const list = useList('blog_posts', {
    failureTitle: 'Failed to fetch blog posts',
    menus: [
      {
        name: 'published',
        label: 'Status',
        options: [
          { value: 'true', label: 'Published' },
          { value: 'scheduled', label: 'Scheduled' },
          { value: 'false', label: 'Draft' },
        ],
        // Only one at a time: published and scheduled differ by date, not by a column.
        choose: (_, next) => next.slice(-1),
      },
    ],
    toFilters: ({ published, ...columns }) => ({ ...columns, ...filterByState(published) }),
  });
  const { change, remove: askAndDelete } = useRowActions('blog_posts');
  const askAboutLeftOut = useLeftOutQuestion();

  async function togglePublished(post: Post): Promise<void> {
    if (!(await askAboutLeftOut({ ...post, published: !post.published }, post))) return;
    await change(
      (calls) =>
        calls.run((tables) =>
          tables
            .from('blog_posts')
            .update(publication(!post.published, null, new Date()))
            .eq('id', post.id),
        ),
      {
        done: `Blog post ${post.published ? 'unpublished' : 'published'} successfully`,
        failed: 'Failed to update blog post',
      },
    );
  }
  const removePosts = (posts: readonly Post[]) =>
    askAndDelete({
      title: `Delete "${posts[0]?.title}"?`,
      text: 'This cannot be undone. Visitors to its address will see that the post is gone.',
      done: 'Blog post deleted successfully',
      failed: 'Failed to delete blog post',
      from: 'blog_posts',
      rows: posts,
    });

  const columns: TableColumn<Post>[] = [
    {
      id: 'image',
      heading: 'Image',
      headingHidden: true,
      card: 'picture',
      className: 'md:w-16',
      cell: ({ featured_image_url }) => <Thumbnail src={featured_image_url} />,
    },
    {
      id: 'title',
      heading: 'Title',
      sort: 'title',
      card: 'title',
      cell: ({ id, title, slug }) => (
        <div>
          <RowLink to={`/admin/blog/${id}`}>{title}</RowLink>
          <span className="line-clamp-1 text-xs break-all text-ink-soft">/blog/{slug}</span>
        </div>
      ),
    },
    { id: 'author', heading: 'Author', sort: 'author_name', cell: (post) => post.author_name },
    {
      id: 'status',
      heading: 'Status',
      sort: 'published',
      cell: (post) => <PostStatus post={post} />,
    },
    {
      id: 'date',
      heading: 'Published',
      sort: 'published_at',
      className: 'md:whitespace-nowrap',
      cell: ({ published_at }) => (published_at ? <BriefMoment at={published_at} /> : '–'),
    },
  ];

  return (
    <ListScreen
      list={list}
      title="Blog"
      label="Blog posts"
      actions={<ButtonLink to="/admin/blog/new">Add blog post</ButtonLink>}
      failed="The blog posts could not be loaded."
      empty="No blog posts yet."
      next={{ to: '/admin/blog/new', label: 'Write the first post' }}
      searchLabel="Search by title, slug or author"
      columns={columns}
      rowActions={(post, remove) => (
        <>
          <Button
            variant="quiet"
            aria-label={`${post.published ? 'Unpublish' : 'Publish'} ${post.title}`}
            onClick={() => void togglePublished(post)}
          >
            {post.published ? 'Unpublish' : 'Publish'}
          </Button>
          <EditAndDelete name={post.title} to={`/admin/blog/${post.id}`} onDelete={remove} />
        </>
      )}
      onDelete={removePosts}
    />
  );
}

/** Compared with the database's clock. */
function filterByState(chosen: readonly string[] = []): ListFilters {
  const [state, another] = chosen;
  // An old URL may hold both.
  if (!state || another) return {};
  if (state === 'scheduled') return { published: ['true'], published_at: { from: 'now' } };
  if (state === 'true') {
    return { published: ['true'], published_at: { until: 'now', or_empty: true } };
  }
  return { published: [state] };
}

function PostStatus({ post }: { post: Post }) {
  if (!post.published) return <Badge>Draft</Badge>;
  if (isScheduled(post, new Date())) return <Badge tone="waiting">Scheduled</Badge>;
  return <Badge tone="positive">Published</Badge>;
}

import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { DataTable, type TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { FilterMenu } from '../table/filter-menu.tsx';
import { formatMoment } from '../table/format-moment.ts';
import { RowLink } from '../table/row-link.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useList } from '../table/use-list.ts';
import { useListState } from '../table/use-list-state.ts';
import { publication } from './post-values.ts';

type Post = RowOf<'blog_posts'>;

/** Requirements §2.17, Blog: the list. */
export function PostList() {
  const control = useListState({ pageSize: 20, filters: ['published'] });
  const list = useList('blog_posts', control, { failureTitle: 'Failed to fetch blog posts' });
  const { change, remove } = useRowActions('blog_posts');

  const togglePublished = (post: Post) =>
    change(
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
  const removePost = (post: Post) =>
    remove({
      title: `Delete "${post.title}"?`,
      text: 'This cannot be undone. Visitors to its address will see that the post is gone.',
      done: 'Blog post deleted successfully',
      failed: 'Failed to delete blog post',
      remove: (calls) =>
        calls.run((tables) => tables.from('blog_posts').delete().eq('id', post.id)),
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
      cell: ({ published }) => (
        <Badge tone={published ? 'positive' : 'neutral'}>{published ? 'Published' : 'Draft'}</Badge>
      ),
    },
    {
      id: 'date',
      heading: 'Published',
      sort: 'published_at',
      className: 'md:whitespace-nowrap',
      cell: ({ published_at }) => (published_at ? formatMoment(published_at) : '–'),
    },
    {
      id: 'actions',
      heading: 'Actions',
      headingHidden: true,
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (post) => (
        <>
          <Button
            variant="quiet"
            aria-label={`${post.published ? 'Unpublish' : 'Publish'} ${post.title}`}
            onClick={() => void togglePublished(post)}
          >
            {post.published ? 'Unpublish' : 'Publish'}
          </Button>
          <EditAndDelete
            name={post.title}
            to={`/admin/blog/${post.id}`}
            onDelete={() => void removePost(post)}
          />
        </>
      ),
    },
  ];

  return (
    <>
      <ScreenHeading title="Blog">
        <ButtonLink to="/admin/blog/new">Add blog post</ButtonLink>
      </ScreenHeading>
      <DataTable
        label="Blog posts"
        columns={columns}
        page={list.page}
        loading={list.loading}
        error={list.failure && 'The blog posts could not be loaded.'}
        onRetry={list.refetch}
        empty="No blog posts yet."
        control={control}
        searchLabel="Search by title, slug or author"
        filters={
          <FilterMenu
            label="Status"
            options={[
              { value: 'true', label: 'Published' },
              { value: 'false', label: 'Draft' },
            ]}
            chosen={control.state.chosen.published ?? []}
            onChange={(published) => control.change({ chosen: { published } })}
          />
        }
      />
    </>
  );
}

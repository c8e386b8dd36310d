import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { dialog, expectCalm, picture } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible, expectNoSideScroll, toast } from './shop-test.ts';

const postTitle = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

test.describe('Blog', () => {
  test('a post is written, published, renamed, unpublished and deleted', async ({
    admin,
    context,
  }) => {
    const title = `Why resin? ${process.pid}`;
    const slug = `why-resin-${process.pid}`;
    await admin.goto('/admin/blog');
    await expectCalm(admin);
    await admin.getByRole('link', { name: 'Add blog post' }).click();
    await postTitle(admin).fill(title);
    await admin.getByRole('button', { name: 'Create post' }).click();
    await expect(admin.getByText('Enter some content.')).toBeVisible();
    const text = admin.getByRole('textbox', { name: 'Content' });
    await text.click();
    await admin.getByRole('button', { name: 'Heading', exact: true }).click();
    // The button returns the focus in the next frame.
    await expect(text).toBeFocused();
    await admin.keyboard.type('Where it comes from');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('From <b>stone</b>.');
    await expectAccessible(admin);
    // Inserts a picture with alternative text, and then changes it.
    await admin.getByLabel('Image for the text').setInputFiles(picture);
    const shows = admin.getByRole('dialog', { name: 'Image' }).getByLabel('Alternative text');
    await shows.fill('A spoon of resin');
    await expectAccessible(admin);
    await shows.press('Enter');
    await text.getByRole('img', { name: 'A spoon of resin' }).click();
    await admin.getByRole('button', { name: 'Image', exact: true }).click();
    await expect(shows).toHaveValue('A spoon of resin');
    await shows.fill('A spoon of resin over a cup');
    await admin.getByRole('button', { name: 'Set the text' }).click();
    // A second picture gets its own text, and what is typed then goes after it.
    await admin.getByLabel('Image for the text').setInputFiles(picture);
    await expect(shows).toHaveValue('');
    await shows.fill('The jar');
    await shows.press('Enter');
    await admin.keyboard.type('Behind both.');
    await expect(text.getByRole('img')).toHaveCount(2);
    await expect(text.getByRole('img').first()).toHaveAccessibleName('A spoon of resin over a cup');
    await expect(text.getByRole('img').last()).toHaveAccessibleName('The jar');
    await expect(text.getByText('Behind both.')).toBeVisible();
    await admin.getByRole('button', { name: 'Preview' }).click();
    await expect(
      admin.getByRole('dialog').getByRole('img', { name: 'A spoon of resin over a cup' }),
    ).toBeVisible();
    await expect(
      admin.getByRole('dialog').getByRole('heading', { name: 'Where it comes from' }),
    ).toBeVisible();
    await admin.keyboard.press('Escape');
    await admin
      .getByLabel(/Featured image/)
      .setInputFiles(
        fileURLToPath(new URL('../../public/media/article-cup-640.webp', import.meta.url)),
      );
    await expect(admin.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
    for (const width of [360, 1280]) {
      await admin.setViewportSize({ width, height: 800 });
      await expectNoSideScroll(admin);
    }
    await admin.getByLabel('Published').check();
    await admin.getByLabel('Publish at').fill('2099-01-01T09:00');
    await admin.getByRole('button', { name: 'Create post' }).click();
    await expect(toast(admin, 'Blog post created successfully')).toBeVisible();
    const page = await context.newPage();
    await page.goto(`/blog/${slug}`);
    await expect(page.getByText('Blog Post Not Found')).toBeVisible();
    await admin.getByLabel('Publish at').fill('');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Blog post updated successfully')).toBeVisible();

    await page.goto(`/blog/${slug}`);
    await expect(page.getByRole('heading', { name: 'Where it comes from' })).toBeVisible();
    await expect(page.getByText('From <b>stone</b>.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'A spoon of resin over a cup' })).toBeAttached();
    await expect(page).toHaveTitle(`${title} | Liv Fit Blog`);

    await postTitle(admin).fill(`${title} Really`);
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Blog post updated successfully').first()).toBeVisible();
    await expect(admin.getByText(`/blog/${slug}`, { exact: true })).toBeVisible();

    // Opened again, by its URL and from the list.
    await admin.reload();
    await expect(text.getByRole('heading', { name: 'Where it comes from' })).toBeVisible();
    await admin.goto(`/admin/blog?q=${slug}`);
    await admin.getByRole('link', { name: /^Edit/ }).first().click();
    await expect(text.getByRole('heading', { name: 'Where it comes from' })).toBeVisible();
    await text.getByText('Behind both.').click();
    await expect(text).toBeFocused();
    await admin.keyboard.press('End');
    await admin.keyboard.type(' And water.');
    await expect(text.getByText('Behind both. And water.')).toBeVisible();
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(toast(admin, 'Blog post updated successfully').first()).toBeVisible();
    await page.reload();
    await expect(page.getByText('From <b>stone</b>.')).toBeVisible();
    await expect(page.getByText('Behind both. And water.')).toBeVisible();

    await admin.goto(`/admin/blog?q=${slug}`);
    await admin.getByRole('button', { name: /^Unpublish/ }).click();
    await expect(toast(admin, 'Blog post unpublished successfully')).toBeVisible();
    // Exact, because until the list has reloaded, this also matches the button that says Unpublish.
    await admin.getByRole('button', { name: `Publish ${title} Really`, exact: true }).click();
    await expect(toast(admin, 'Blog post published successfully')).toBeVisible();
    await admin.getByRole('button', { name: /^Delete/ }).click();
    await expect(dialog(admin)).toContainText('This cannot be undone.');
    await dialog(admin).getByRole('button', { name: 'Delete' }).click();
    await expect(toast(admin, 'Blog post deleted successfully')).toBeVisible();
    await expect(admin.getByText('No blog posts yet.')).toBeVisible();
  });

  test('unsaved changes are offered again, and leaving asks first', async ({ admin }) => {
    await admin.goto('/admin/blog/new');
    await postTitle(admin).fill('Half a thought');
    await admin.waitForFunction(() =>
      Object.keys(localStorage).some((key) => /^admin-draft:.*:blog_posts:new#/.test(key)),
    );
    await admin.getByRole('link', { name: 'Back to blog posts' }).click();
    await expect(dialog(admin)).toContainText('Leave without saving?');
    await dialog(admin).getByRole('button', { name: 'Leave' }).click();
    await admin.getByRole('link', { name: 'Add blog post' }).click();
    await admin.getByRole('button', { name: 'Continue' }).click();
    await expect(postTitle(admin)).toHaveValue('Half a thought');
  });
});

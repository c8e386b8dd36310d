import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import PicturesScreen from './pictures-screen.tsx';

const shown = {
  ...{ id: '10000000-0000-4000-8000-000000000001', name: 'a.jpg', title: 'On the table.jpg' },
  ...{ alt: '', focus_x: 5, focus_y: 5, mimetype: 'image/jpeg', bytes: 2_400_000, kept: true },
  ...{ places: { products: 3, blog_posts: 1 }, used: true, used_in: 'Pure Resin' },
  ...{ created_at: '2026-11-20T12:00:00Z', saved_at: null as string | null },
};
const free = {
  ...shown,
  ...{ id: '10000000-0000-4000-8000-000000000002', name: 'b.jpg', title: 'Nobody.jpg' },
  ...{ places: {}, used: false, used_in: '' },
};
const uses = {
  uses: [
    { place: 'products', row_id: '1', label: 'Pure Resin' },
    { place: 'orders', row_id: '', label: '' },
  ],
  total: 2,
  state: 'now',
};
const screens = (
  <Routes>
    <Route path="/admin/pictures/*" element={<PicturesScreen />} />
  </Routes>
);
const answers = (path: string, stored = shown) => {
  if (path.includes('admin_list')) return { body: { rows: [shown, free], total: 2 } };
  if (path.includes('admin_picture_uses')) return { body: uses };
  if (path.includes('replace_picture')) return { body: 1 };
  if (path.includes('picture_library')) return { body: [stored] };
  if (path.includes('/storage/v1/object/uploads')) return { body: [{ name: 'b.jpg' }] };
  return { body: [] };
};

it('lists pictures with their use, and deletes only what nobody uses', async () => {
  const calls = answerCalls(({ path }) => answers(path));
  await renderAdmin('/admin/pictures', screens);
  await expect.element(page.getByText('On 3 products, in 1 blog post')).toBeVisible();
  await page.getByRole('button', { name: 'Delete On the table.jpg' }).click();
  await expect.element(page.getByText(/It is used on 3 products, in 1 blog post/)).toBeVisible();
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await page.getByRole('button', { name: 'Delete Nobody.jpg' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Picture deleted')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'DELETE')).toMatchObject([
    { path: '/storage/v1/object/uploads', body: { prefixes: ['b.jpg'] } },
    { path: '/rest/v1/pictures?name=in.(b.jpg)' },
  ]);
});

/** Simulates what is stored of a picture, which the test may change as somebody else would. */
function keepPicture(said: Partial<typeof shown> = {}) {
  const now = { ...shown, ...said };
  let seconds = 0;
  const change = (changes: Partial<typeof shown>) => {
    seconds += 1;
    Object.assign(now, changes, { saved_at: `2026-11-21T12:00:0${seconds}Z` });
    return [{ updated_at: now.saved_at }];
  };
  const answer = ({ method, path, body }: Call) => {
    if (!path.startsWith('/rest/v1/pictures')) return answers(path, { ...now });
    const seen = /updated_at=eq\.([^&]+)/.exec(path)?.[1] ?? null;
    const isAsSeen = method === 'POST' ? now.saved_at === null : now.saved_at === seen;
    return { body: isAsSeen ? change(body) : [] };
  };
  return { now, change, answer };
}
const alt = page.getByLabelText('Alternative text');
const saveNow = () => page.getByRole('button', { name: 'Save' }).click();

it('saves words and focal point, by keys too, and asks before overwriting', async () => {
  const picture = keepPicture();
  const calls = answerCalls(picture.answer);
  await renderAdmin(`/admin/pictures/${shown.id}`, screens);
  await alt.fill('An open jar');
  await expect.element(page.getByRole('link', { name: 'Product: Pure Resin' })).toBeVisible();
  (page.getByLabelText('Focal point from the top').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  const saves = () => calls.filter(({ path }) => path.startsWith('/rest/v1/pictures'));

  picture.change({ alt: 'Somebody else' });
  await saveNow();
  await expect.element(page.getByText(/Someone else saved this/)).toBeVisible();
  expect(saves()).toEqual([]);
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.element(page.getByText('Picture saved')).toBeVisible();
  expect(saves()).toMatchObject([
    { body: { name: 'a.jpg', alt: 'An open jar', focus_x: 5, focus_y: 7, kept: true } },
  ]);
});

it.each([
  ['for the first time', {}],
  ['again', { saved_at: '2026-11-20T12:00:00Z' }],
])('asks too where somebody else saves at the same moment %s', async (_name, said) => {
  const picture = keepPicture(said);
  let isFirst = true;
  answerCalls((call) => {
    if (call.path.startsWith('/rest/v1/pictures') && isFirst) {
      isFirst = false;
      picture.change({ alt: 'Somebody else' });
    }
    return picture.answer(call);
  });
  await renderAdmin(`/admin/pictures/${shown.id}`, screens);
  await alt.fill('An open jar');
  await saveNow();
  await expect.element(page.getByText(/Someone else saved this/)).toBeVisible();
  expect(picture.now.alt).toBe('Somebody else');
  await page.getByRole('button', { name: 'Show their version' }).click();
  await expect.element(alt).toHaveValue('Somebody else');
});

it('knows its own words again when the answer was lost, and a name that was removed', async () => {
  const picture = keepPicture();
  let isLost = true;
  answerCalls((call) => {
    const answer = picture.answer(call);
    if (!call.path.startsWith('/rest/v1/pictures') || !isLost) return answer;
    isLost = false;
    return { ...broken, status: 502 };
  });
  await renderAdmin(`/admin/pictures/${shown.id}`, screens);
  await alt.fill('An open jar');
  await page.getByLabelText('Name').fill('');
  await saveNow();
  await expect.element(page.getByText('Failed to save the picture')).toBeVisible();
  await alt.fill('An open jar of resin');
  await saveNow();
  await expect.element(page.getByText('Picture saved')).toBeVisible();
  expect(picture.now).toMatchObject({ alt: 'An open jar of resin', title: 'a.jpg' });
  await expect.element(page.getByText(/Someone else saved this/)).not.toBeInTheDocument();
});

it('replaces everywhere after saying what changes', async () => {
  const calls = answerCalls(({ path }) => answers(path));
  await renderAdmin(`/admin/pictures/${shown.id}`, screens);
  await page.getByRole('button', { name: 'Replace everywhere…' }).click();
  await page.getByRole('button', { name: 'Nobody.jpg' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Product: Pure Resin')).toBeVisible();
  await expect.element(question.getByText(/Past orders go on showing/)).toBeVisible();
  expect(calls.some(({ path }) => path.includes('replace_picture'))).toBe(false);
  await question.getByRole('button', { name: 'Replace in 1 place' }).click();
  await expect.element(page.getByText('Replaced in 1 place')).toBeVisible();
  expect(calls.find(({ path }) => path.includes('replace_picture'))?.body).toMatchObject({
    ...{ former: 'a.jpg', latter: 'b.jpg', state: 'now' },
  });
});

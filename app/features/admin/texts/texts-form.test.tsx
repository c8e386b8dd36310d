import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import TextsScreen from './texts-screen.tsx';

interface Version {
  id: string;
  number: number;
  texts: Record<string, string>;
}

/** Simulates the versions of a place. `disturb` answers instead of the shop, or changes what is there. */
function openTexts(disturb: (call: Call, versions: Version[]) => typeof broken | null) {
  const versions: Version[] = [];
  const calls = answerCalls((call) => {
    const disturbed = disturb(call, versions);
    if (disturbed) return disturbed;
    const { path, body } = call;
    if (!path.includes('/rpc/publish_texts')) return { body: tell(versions) };
    if (body.seen !== (versions[0]?.number ?? null)) return { body: [] };
    publishBy(versions, body.texts, body.version);
    return { body: tell(versions.slice(0, 1)) };
  });
  return { versions, calls };
}
const tell = (versions: Version[]) =>
  versions.map((version) => ({
    ...{ place: 'about', published_by: 'owner@livfit.example' },
    ...{ published_at: '2026-11-21T12:00:00Z', ...version },
  }));

function publishBy(versions: Version[], texts: Version['texts'], id = crypto.randomUUID()): void {
  versions.unshift({ id, number: versions.length + 1, texts });
}

const open = () =>
  renderAdmin(
    '/admin/texts/about',
    <Routes>
      <Route path="/admin/texts/*" element={<TextsScreen />} />
    </Routes>,
  );
const title = () => page.getByRole('textbox').first();
const publish = () => page.getByRole('button', { name: 'Publish' }).click();
const told = () => page.getByText(/Someone else saved this/);

it('has published although the list of versions cannot be read afterwards', async () => {
  const { versions } = openTexts(({ method }, all) =>
    method === 'GET' && all.length > 0 ? broken : null,
  );
  await open();
  await title().fill('About us');
  await publish();
  await expect.element(page.getByText('Texts published')).toBeVisible();
  expect(versions).toHaveLength(1);
});

it('knows its own version again when answers were lost, also one after the other', async () => {
  let lost = 0;
  const { versions } = openTexts(({ path, body }, all) => {
    if (!path.includes('publish_texts') || lost === 2) return null;
    lost += 1;
    publishBy(all, body.texts, body.version);
    return broken;
  });
  await open();
  for (const words of ['One', 'Two']) {
    await title().fill(words);
    await publish();
    await expect.poll(() => lost).toBe(words === 'One' ? 1 : 2);
    await expect.element(page.getByText('Failed to publish texts').first()).toBeVisible();
  }
  await publish();
  await expect.element(page.getByText('Texts published')).toBeVisible();
  expect(versions).toHaveLength(2);
  await expect.element(told()).not.toBeInTheDocument();
});

it('asks where somebody else publishes at the same moment, and goes over what was shown only', async () => {
  let isFirst = true;
  const { versions } = openTexts(({ path }, all) => {
    if (path.includes('publish_texts') && isFirst) {
      isFirst = false;
      publishBy(all, { title: 'Theirs' });
    }
    return null;
  });
  await open();
  await title().fill('Mine');
  await publish();
  await expect.element(told()).toBeVisible();
  expect(versions).toMatchObject([{ texts: { title: 'Theirs' } }]);
  publishBy(versions, { title: 'A third' });
  const overwrite = page.getByRole('button', { name: 'Overwrite with mine' });
  await overwrite.click();
  await expect.element(page.getByText('Saving...')).not.toBeInTheDocument();
  expect(versions).toHaveLength(2);
  await overwrite.click();
  await expect.poll(() => versions.length).toBe(3);
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Call } from '#tests/components/answer-calls.ts';
import {
  answer,
  lead,
  openBatch,
  overtaken,
  type Shop,
  shop,
} from '#tests/components/batch-screen.tsx';

const documentForm = page.getByRole('form', { name: 'Add a document' });
const certificate = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });

/** Holds back the responses to uploads until the test releases them. */
function holdUploads() {
  let finish = () => {};
  const uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
    this: XMLHttpRequest,
  ) {
    Object.defineProperties(this, {
      status: { value: 200 },
      responseText: { value: '{"Id":"1","Key":"k"}' },
      getResponseHeader: { value: () => 'application/json' },
    });
    finish = () => this.onload?.(new ProgressEvent('load'));
  });
  onTestFinished(() => uploads.mockRestore());
  return { sent: () => uploads.mock.calls.length, finish: () => finish() };
}

/** Of a shop that stores documents and loses the first answer about one. */
function loseFirstDocument(state: Shop, rows: Record<string, unknown>[]): Shop {
  return {
    ...state,
    answer: ({ method, path, body }, shop) => {
      if (path.includes('correct-batch') && body.documents) {
        if (body.seen.revision !== (shop.revision ?? 1)) return overtaken;
        const isFirst = rows.length === 0;
        rows.splice(
          0,
          rows.length,
          ...body.documents.map(({ accreditationNumber, testedOn, ...said }: Call['body']) => ({
            ...{ id: said.path, ...said, tested_on: testedOn },
            accreditation_number: accreditationNumber,
          })),
        );
        shop.revision = (shop.revision ?? 1) + 1;
        return isFirst
          ? { status: 502, body: {} }
          : { body: { passport: { revision: shop.revision } } };
      }
      if (!path.startsWith('/rest/v1/batch_documents')) return null;
      if (method === 'PATCH') Object.assign(rows[0] ?? {}, body);
      if (method !== 'POST') return { body: rows.map((row) => ({ ...row })) };
      if (rows.length > 0) {
        const message = 'violates unique constraint "batch_documents_batch_id_sha256_key"';
        return { status: 409, body: { code: '23505', message } };
      }
      rows.push({ id: 'd', ...body });
      return { status: 502, body: {} };
    },
  };
}

it('uploads a document of a released batch only once the correction has its reason', async () => {
  shop({ status: 'released', results: [lead] });
  const uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  onTestFinished(() => uploads.mockRestore());
  await openBatch();
  const form = page.getByRole('form', { name: 'Add a document' });
  const file = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });
  await form.getByLabelText(/^File/).upload(file);
  await form.getByRole('button', { name: 'Publish with this document' }).click();
  await expect.element(page.getByText('Say why, in a few words.')).toBeVisible();
  await expect.element(form.getByText('Uploading...')).not.toBeInTheDocument();
  expect(uploads).not.toHaveBeenCalled();
  // The chosen file is still there.
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  await form.getByRole('button', { name: 'Publish with this document' }).click();
  await expect.poll(() => uploads.mock.calls.length).toBe(1);
});

it('uploads a document once where the answer about its row was lost', async () => {
  const uploads = holdUploads();
  const rows: { path: string }[] = [];
  shop({
    answer: ({ method, path, body }) => {
      if (!path.startsWith('/rest/v1/batch_documents')) return null;
      if (method === 'GET') {
        return { body: rows.map((row, n) => ({ id: `d${n}`, title: 'Report', ...row })) };
      }
      if (rows.length > 0) {
        const message = 'violates unique constraint "batch_documents_batch_id_sha256_key"';
        return { status: 409, body: { code: '23505', message } };
      }
      rows.push(body);
      return { status: 502, body: {} };
    },
  });
  await openBatch();
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await expect.element(page.getByText('Failed to add the document')).toBeVisible();
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.element(page.getByText('Document added')).toBeVisible();
  expect(uploads.sent()).toBe(1);
});

it('stores what was corrected about a document since the answer about it was lost', async () => {
  const uploads = holdUploads();
  const rows: Record<string, unknown>[] = [];
  shop(loseFirstDocument({}, rows));
  await openBatch();
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByLabelText('Laboratory').fill('Alpin Labs');
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await expect.element(page.getByText('Failed to add the document')).toBeVisible();
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs');
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.element(page.getByText('Document added')).toBeVisible();
  expect(rows).toMatchObject([{ title: 'Certificate of analysis', laboratory: 'Alpine Labs' }]);
  expect(uploads.sent()).toBe(1);
});

it('shows what is published of a document since the answer was lost, and corrects that', async () => {
  const uploads = holdUploads();
  const rows: Record<string, unknown>[] = [];
  shop(loseFirstDocument({ status: 'released', results: [lead] }, rows));
  await openBatch();
  const publish = async () => {
    await documentForm.getByRole('button', { name: 'Publish with this document' }).click();
  };
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByLabelText('Laboratory').fill('Alpin Labs');
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  await publish();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await answer('Publish correction').click();
  await expect.element(page.getByText('The correction was not published')).toBeVisible();
  await expect.element(page.getByRole('listitem').getByText('Alpin Labs')).toBeVisible();
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs');
  await publish();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText(/Alpin Labs → Alpine Labs/)).toBeVisible();
  await answer('Publish correction').click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  expect(rows).toMatchObject([{ laboratory: 'Alpine Labs' }]);
  expect(uploads.sent()).toBe(1);
});

it('takes a document that was published though the answer was lost for its own', async () => {
  const uploads = holdUploads();
  const rows: Record<string, unknown>[] = [];
  shop(loseFirstDocument({ status: 'released', results: [lead] }, rows));
  await openBatch();
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  const press = documentForm.getByRole('button', { name: 'Publish with this document' });
  await press.click();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await answer('Publish correction').click();
  await expect.element(page.getByText('The correction was not published')).toBeVisible();
  await expect.element(page.getByText('No laboratory named')).toBeVisible();
  await press.click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  await expect.element(page.getByLabelText('Reason for the correction')).toHaveValue('');
  expect(rows).toHaveLength(1);
});

it('keeps what is typed of the next document while one is uploaded', async () => {
  const uploads = holdUploads();
  shop({});
  await openBatch();
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs');
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.poll(() => uploads.sent()).toBe(1);
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs of Bern');
  uploads.finish();
  await expect.element(page.getByText('Document added')).toBeVisible();
  await expect
    .element(documentForm.getByLabelText('Laboratory'))
    .toHaveValue('Alpine Labs of Bern');
});

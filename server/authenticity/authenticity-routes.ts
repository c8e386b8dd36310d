import { createSharedWork } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import type { ProductProof } from '#domain/product-proof.ts';
import { isUuid } from '#domain/uuid.ts';
import type { AuthenticityContext } from './authenticity.ts';
import type { AuthenticityKeys, PublicKey } from './authenticity-secrets.ts';
import { findPublishedCode } from './passport-facts.ts';
import { readPassport } from './publish-passport.ts';
import { readProductProof } from './read-product-proof.ts';
import { readRecalls } from './read-recalls.ts';
import { canonicalForm, signDetached } from './sign.ts';
import { readLog } from './transparency-log.ts';

/** Any site's scripts may read these; caches revalidate every time. */
const open = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' };

const json = { ...open, 'content-type': 'application/json' };

/**
 * Public data about batches: passports with their documents, the log, the keys, recalls, products.
 */
export function authenticityRoutes(context: AuthenticityContext): Hono {
  const routes = new Hono();
  const writing = createSharedWork<string>();
  /**
   * Concurrent requests for the same list share one result: these lists grow for as long as the
   * shop exists.
   */
  const writeOnce = (name: string, read: () => Promise<object>) =>
    writing.ask(name, async (claim) => (claim() ? JSON.stringify(await read()) : null));

  routes.get('/.well-known/authenticity-keys.json', async (c) =>
    c.json({ keys: await vouchForKeys(context.keys) }, 200, open),
  );

  routes.get('/transparency.json', async (c) =>
    c.body(await writeOnce('log', () => readLog(context.db)), 200, json),
  );

  routes.get('/recalls.json', async (c) => {
    const recalls = await writeOnce('recalls', async () => ({
      recalls: await readRecalls(context.db),
    }));
    return c.body(recalls, 200, json);
  });

  routes.get('/products/:id/batches.json', async (c) => {
    const id = c.req.param('id');
    const proof = isUuid(id) ? await readProductProof(context.db, id) : noProof;
    return c.json(proof, 200, open);
  });

  routes.get('/batch/:file{[^/]+\\.json}', async (c) => {
    const code = c.req.param('file').slice(0, -'.json'.length);
    const found = code.includes('\0') ? null : await readPassport(context, code);
    return found ? c.json(found.passport, 200, open) : c.json(notPublished, 404, open);
  });

  routes.get('/batch/:code/published.json', async (c) => {
    const typed = c.req.param('code');
    const code = typed.includes('\0') ? null : await findPublishedCode(context.db, typed);
    return code === null ? c.json(notPublished, 404, open) : c.json({ code }, 200, open);
  });

  routes.get('/batch/:code/documents/:sha256{[0-9a-f]{64}}', async (c) => {
    const code = c.req.param('code');
    if (code.includes('\0')) return c.text('There is no such document.\n', 404);
    const document = await context.db
      .selectFrom('batch_documents')
      .innerJoin('batches', 'batches.id', 'batch_documents.batch_id')
      .select('path')
      .where('code', '=', code)
      .where('sha256', '=', c.req.param('sha256'))
      .where('status', 'in', ['released', 'recalled'])
      .executeTakeFirst();
    const file = document && (await context.files.read('batch-documents', document.path));
    if (!file) return c.text('There is no such document.\n', 404);
    // Any other type is served as a plain download, so that no file can run scripts here.
    const type = file.headers.get('content-type') ?? '';
    const extension = extensions[type];
    return new Response(file.body, {
      headers: {
        'content-type': extension ? type : 'application/octet-stream',
        'content-disposition': `inline; filename="document${extension ?? ''}"`,
        'cache-control': 'no-cache',
      },
    });
  });

  return routes;
}

/**
 * Each key comes with a signature by the one it replaced, so whoever knows the older key need not
 * trust this server.
 */
function vouchForKeys(keys: AuthenticityKeys): Promise<(PublicKey & { signature?: string })[]> {
  return Promise.all(
    keys.map(async ({ publicKey }, index) => {
      const former = keys[index + 1];
      if (!former) return publicKey;
      return { ...publicKey, signature: await signDetached(former, canonicalForm(publicKey)) };
    }),
  );
}

const notPublished = {
  error: { code: 'batch_not_found', message: 'No batch of this code is published.' },
};

const noProof: ProductProof = { newest: null, recalls: [] };

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};

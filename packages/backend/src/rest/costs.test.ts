import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, RequestContext } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { anonymous, openFilms, type RestHarness } from './rest-harness.ts';

const endless = '((((.{1,50}){1,50}){1,5}){1,5})zz$';

describe.each(databaseKinds)('the cost of requests on $name', (kind) => {
  let database: Database;
  let films: RestHarness;
  let asked: RequestContext | undefined;

  beforeAll(async () => {
    database = await kind.open();
    const { runAs, transactionAs } = database;
    films = await openFilms({
      ...database,
      runAs(context, statement, options) {
        asked = context;
        return runAs(context, statement, options);
      },
      transactionAs(context, work) {
        asked = context;
        return transactionAs(context, work);
      },
    });
    await database.query({ text: 'create table tags (id int primary key, name text)' });
    await database.query({
      text: `create table tagged (film_id int references films, tag_id int references tags,
        primary key (film_id, tag_id))`,
    });
    await database.query({ text: 'grant select, update on tags, tagged, films to anon' });
    await films.rest.reload();
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  /** Returns status and message. */
  async function ask(path: string, init?: RequestInit) {
    const { status, body } = await films.call(path, init);
    const { code, message, hint } = body as Record<string, string | null>;
    if (status === 400) expect([code, hint]).toEqual(['PGRST100', expect.any(String)]);
    return [status, status < 300 ? null : message];
  }
  async function refusal(path: string, init?: RequestInit) {
    const { status, body } = await films.call(path, init);
    return [status, (body as { message: string }).message];
  }
  const nested = (levels: number, relation: string): string =>
    levels === 0 ? 'id' : `id,${relation}(${nested(levels - 1, relation)})`;
  const times = (count: number, write: (index: number) => string, between = ',') =>
    Array.from({ length: count }, (_, index) => write(index)).join(between);
  const passes = [200, null];
  const multiplies = [400, 'The relations of this request multiply too much'];
  const searches = [400, 'The search patterns of this request cost too much'];

  it('is bounded where long texts are repeated, but for the service', async () => {
    await database.query({
      text: `create table essays as select n as id, repeat('x', 100000) as text from generate_series(1, 100) as n`,
    });
    await database.query({ text: 'grant select on essays to anon, service_role' });
    await database.query({
      text: `create function all_essays() returns setof essays language sql stable as 'select * from essays'`,
    });
    await films.rest.reload();
    const large = {
      ...{ code: 'answer_too_large', message: 'The answer would be larger than 16 MB' },
      hint: 'Ask for fewer rows, columns or relations at once.',
    };
    const twice = 'select=a:text,b:text';
    for (const path of [`/essays?${twice}`, `/rpc/all_essays?${twice}`]) {
      expect(await films.call(path)).toMatchObject({ status: 413, body: large });
      expect((await films.call(`${path}&limit=50`)).status).toBe(200);
    }
    const csv = await films.call(`/essays?${twice}`, { headers: { accept: 'text/csv' } });
    expect(csv.status).toBe(413);
    const service = { ...anonymous, role: 'service_role' } as const;
    expect((await films.call(`/essays?${twice}`, {}, service)).status).toBe(200);
  });

  it('is bounded where a call repeats an argument or names very many', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, body: string) =>
      refusal(path, { method: 'POST', headers: form, body });
    const refused = [400, 'A call may give 1000 arguments at most'];
    expect(
      await post(
        '/rpc/films_after',
        times(200_000, () => 'a=1', '&'),
      ),
    ).toEqual(refused);
    expect(
      await post(
        '/rpc/nothing',
        times(60_000, (n) => `k${n}=1`, '&'),
      ),
    ).toEqual(refused);
    const address = `/rpc/films_after?${times(3_000, () => 'a', '&')}`;
    expect(await refusal(address)).toEqual([400, 'too many parameters']);
    const named = JSON.stringify(
      Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [n, 1])),
    );
    const json = { 'content-type': 'application/json' };
    const unknown = await films.call('/rpc/films_after', {
      method: 'POST',
      headers: json,
      body: named,
    });
    expect(unknown.status).toBe(404);
    expect(JSON.stringify(unknown.body).length).toBeLessThan(2_000);
  });

  it('is bounded in the rows and columns of a body', async () => {
    const post = (type: string, body: string) =>
      refusal('/studios', { method: 'POST', headers: { 'content-type': type }, body });
    const rows = [400, 'A body may hold 20971 rows at most'];
    expect(await post('text/csv', `a\n${'1\n'.repeat(300_000)}`)).toEqual(rows);
    const values = [400, 'CSV may hold 50000 values at most'];
    expect(await post('text/csv', `a,b,c,d\n${'1,2,3,4\n'.repeat(15_000)}`)).toEqual(values);
    const columns = [400, 'A row may name 1600 columns at most'];
    const form = 'application/x-www-form-urlencoded';
    expect(
      await post(
        form,
        times(90_000, (n) => `k${n}=1`, '&'),
      ),
    ).toEqual(columns);
    const record = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, 1]));
    expect(await post('application/json', JSON.stringify(record))).toEqual(columns);
    expect(await post('application/json', JSON.stringify([record]))).toEqual(columns);
  });

  it('is bounded in the values of a body', async () => {
    const tooMany = [400, 'JSON may hold 50000 values at most'];
    const headers = { 'content-type': 'application/json' };
    const post = (body: string) => ({ method: 'POST', headers, body });
    for (const body of [`[${times(50_000, () => '[]')}]`, `{"a":[${times(50_000, () => '1')}]}`]) {
      expect(await refusal('/rpc/none', post(body))).toEqual(tooMany);
      expect(await refusal('/tags', post(body))).toEqual(tooMany);
    }
    // Brackets and commas in strings aren't values.
    expect((await refusal('/rpc/none', post(`{"a":"${'[,'.repeat(60_000)}"}`)))[0]).toBe(404);
  });

  it('lets others in between long bodies', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' };
    const body = `[${times(20_000, () => '{}')}]`;
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const all = Array.from({ length: 20 }, () =>
      refusal('/rpc/none', { method: 'POST', body, headers }),
    );
    for (const [status] of await Promise.all(all)) expect(status).toBe(404);
    done = true;
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('is bounded where functions compute relations of one another', async () => {
    for (const levels of [1, 2, 3]) {
      expect(await ask(`/films?select=${nested(levels, 'alike')}`)).toEqual(passes);
    }
    for (const levels of [4, 8, 12]) {
      expect(await ask(`/films?select=${nested(levels, 'alike')}`)).toEqual(multiplies);
    }
    expect(await ask(`/films?select=${nested(4, 'alike')}&limit=1`)).toEqual(passes);
    expect(await ask(`/films?select=${times(40, (n) => `a${n}:alike(id)`)}`)).toEqual(multiplies);
    expect(await ask(`/studios?select=films(${nested(4, 'alike')})`)).toEqual(multiplies);
    expect(await ask(`/rpc/films_after?moment=2000-01-01&select=${nested(4, 'alike')}`)).toEqual(
      multiplies,
    );
    const inner = 'id,alike!inner(id,alike!inner(id))';
    expect(await ask(`/films?select=${inner}&limit=1`)).toEqual(multiplies);
    expect(await ask('/films?select=id,alike!inner(id)')).toEqual(passes);
    const patch = { method: 'PATCH', body: '{"seen":1}' };
    expect(await ask(`/films?id=eq.0&select=${nested(4, 'alike')}`, patch)).toEqual(multiplies);
  });

  it('is bounded where relations come again for each parent', async () => {
    const around = (levels: number): string =>
      levels === 0 ? 'id' : `id,studios(id,films(${around(levels - 1)}))`;
    expect(await ask(`/films?select=${around(2)}`)).toEqual(passes);
    expect(await ask(`/films?select=${around(5)}`)).toEqual(multiplies);
    const tagged = (levels: number): string =>
      levels === 0 ? 'id' : `id,tags(id,films(${tagged(levels - 1)}))`;
    expect(await ask(`/films?select=${tagged(1)}`)).toEqual(passes);
    expect(await ask(`/films?select=${tagged(3)}`)).toEqual(multiplies);
    // A tree in which each row has one parent.
    const divided = 'id,people!mentor_id(id,people!mentor_id(id))';
    expect(await ask(`/people?select=${divided}`)).toEqual(passes);
  });

  it('is bounded where a function computes a column, or a column is selected again', async () => {
    expect(await ask(`/films?select=${times(5, (n) => `a${n}:shout`)}`)).toEqual(passes);
    const shouts = times(20, (n) => `a${n}:shout`);
    expect(await ask(`/films?select=${shouts}&order=${times(5, () => 'shout')}`)).toEqual(
      multiplies,
    );
    expect(await ask(`/films?select=id&or=(${times(30, (n) => `shout.eq.${n}`)})`)).toEqual(
      multiplies,
    );
    expect(await ask(`/films?select=${times(30, (n) => `a${n}:title`)}`)).toEqual([
      400,
      "'title' is selected more than 5 times",
    ]);
  });

  it('is bounded for patterns, wherever they stand', async () => {
    const pattern = encodeURIComponent(endless);
    const quoted = encodeURIComponent(`"${endless}"`);
    for (const path of [
      `/films?title=match.${pattern}`,
      `/films?title=not.imatch.${pattern}`,
      `/films?or=(id.eq.1,and(title.match.${quoted},id.eq.2))`,
      `/films?title=match(any).${encodeURIComponent(`{a,"${endless}"}`)}`,
      `/studios?select=id,films(id)&films.title=match.${pattern}`,
      `/rpc/films_after?moment=2000-01-01&title=match.${pattern}`,
      `/films?title=match.${encodeURIComponent('(.+)\\1')}`,
      `/films?title=match.${encodeURIComponent('((){0,255}){0,255}')}`,
      `/films?title=match.${encodeURIComponent(`(${'a?'.repeat(200)}){1,5}zz`)}`,
      `/films?title=match.${encodeURIComponent('(?=.*e.*zzz)|'.repeat(10))}`,
      `/films?title=match.${encodeURIComponent('\\y'.repeat(300))}`,
      `/films?title=match.${encodeURIComponent('(?b)\\(.\\{1,99\\}\\)\\{1,99\\}')}`,
      `/films?title=match.${'x'.repeat(15_000)}`,
      `/films?or=(${times(200, (n) => `title.match.a${n}`)})`,
      `/films?or=(${times(31, (n) => `title.ilike.*w${n}*`)})`,
      `/films?title=ilike(any).{${times(31, (n) => `*w${n}*`)}}`,
      `/films?title=like(all).{${times(101, (n) => `*w${n}*`)}}`,
      `/films?or=(${times(5, (n) => `title.fts.a${n}`)})`,
      `/films?title=fts.${'!'.repeat(100)}a`,
      `/films?title=fts.${'! ('.repeat(100)}a`,
      `/films?title=wfts.${'-'.repeat(100)}a`,
    ]) {
      expect(await ask(path)).toEqual(searches);
    }
    const patch = { method: 'PATCH', body: '{"seen":1}' };
    expect(await ask(`/films?title=match.${pattern}`, patch)).toEqual(searches);
  });

  it('is bounded by how long the texts are that a caller searches', async () => {
    await database.query({ text: `create table pages (id int primary key, body text, note text)` });
    await database.query({ text: 'grant select, update on pages to anon' });
    await database.query({
      text: `insert into pages
        select n, repeat('every word of an article ', 1000), 'short' from generate_series(1, 20) n`,
    });
    await films.rest.reload();
    const caller: RequestContext = { ...anonymous, caller: '192.0.2.1' };
    const answer = async (path: string, init?: RequestInit, context = caller) =>
      (await films.call(path, init, context)).status;
    // Only the embedded database has to be restarted when a search takes too long.
    const bounded = database.kind === 'pglite' ? 400 : 200;
    expect(await answer('/pages?select=id&body=wfts.nothing')).toBe(bounded);
    expect(await answer('/pages?select=id&or=(id.eq.1,body.wfts.nothing)')).toBe(bounded);
    expect(await answer(`/pages?select=id&body=ilike(any).{${times(7, (n) => `*w${n}*`)}}`)).toBe(
      bounded,
    );
    const patch = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"note":"none"}',
    };
    const written = await answer('/pages?body=wfts.nothing', patch);
    expect(written).toBe(database.kind === 'pglite' ? 400 : 204);
    // A cheaper search in the same texts is fine, and so is the same search in shorter texts.
    expect(await answer('/pages?select=id&body=ilike.*nothing*')).toBe(200);
    expect(await answer('/pages?select=id&note=wfts.nothing')).toBe(200);
    expect(await answer('/pages?select=id&body=wfts.nothing', {}, anonymous)).toBe(200);
  });

  it('lets ordinary patterns pass', async () => {
    for (const pattern of [
      'alpha|beta|gamma',
      '^[a-z0-9]+(-[a-z0-9]+)*$',
      '^\\+?[0-9]{1,3}([ -]?[0-9]{2,4}){2,5}$',
      '^[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}\\.){1,8}[A-Za-z]{2,63}$',
      '^((25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})$',
      '^(?=.*a)(?=.*b).{8,64}$',
      '(\\w)\\1',
      '\\yalpha\\y|\\ybeta\\y|^gamma$',
      '.{1,255}',
      '***=a{1,5}(',
    ]) {
      expect(await ask(`/films?title=imatch.${encodeURIComponent(pattern)}`)).toEqual(passes);
    }
    expect(await ask(`/films?or=(${times(20, (n) => `title.imatch.word${n}`)})`)).toEqual(passes);
    expect(await ask(`/films?or=(${times(100, (n) => `title.like.*w${n}*`)})`)).toEqual(passes);
    expect(await ask(`/films?or=(${times(30, (n) => `title.ilike.*w${n}*`)})`)).toEqual(passes);
    expect(await ask(`/films?or=(${times(4, (n) => `title.wfts.a${n}`)})`)).toEqual(passes);
    expect(await ask(`/films?or=(${times(300, (n) => `title.eq.word${n}`)})`)).toEqual(passes);
  });

  it('is high for some forms, whose turn comes behind those of others', async () => {
    const isDemanding = async (path: string, init?: RequestInit) => {
      await films.call(path, init);
      return [path, asked?.isDemanding];
    };
    for (const path of [
      '/films?title=match.alpha',
      '/films?title=wfts.alpha',
      `/films?or=(${times(3, (n) => `title.ilike.*w${n}*`)})`,
      `/films?title=ilike.${'*a'.repeat(60)}`,
      `/films?title=like(any).{${times(3, (n) => `w${n}*`)}}`,
      `/films?or=(${times(11, (n) => `title.gt.w${n}`)})`,
      `/films?title=gt(any).{${times(11, (n) => `w${n}`)}}`,
      `/films?select=${times(3, (n) => `a${n}:title`)}`,
      '/films?order=title,id,seen',
      '/films?select=id,alike(id)',
      '/films?select=id,alike!inner(id)&limit=1',
      '/studios?select=id,films(id)&films.title=match.a',
      '/rpc/films_after?moment=2000-01-01&title=match.a',
    ]) {
      expect(await isDemanding(path)).toEqual([path, true]);
      const headers = { prefer: 'timezone=UTC' };
      expect(await isDemanding(path, { headers })).toEqual([path, true]);
    }
    const patch = { method: 'PATCH', body: '{"seen":1}' };
    const path = '/films?title=match.a';
    expect(await isDemanding(path, patch)).toEqual([path, true]);
    const post = (body: unknown) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ title: `Film ${n}` }));
    expect(await isDemanding('/films', post(rows.slice(0, 10)))).toEqual(['/films', false]);
    expect(await isDemanding('/films', post(rows))).toEqual(['/films', true]);
    expect(await isDemanding('/rpc/echo', post({ a: 1 }))).toEqual(['/rpc/echo', false]);
    expect(await isDemanding('/rpc/echo', post(rows))).toEqual(['/rpc/echo', true]);
  });

  it('is low for what pages ask', async () => {
    for (const path of [
      '/films?select=*&order=title.desc,id&limit=24',
      '/films?select=*,alike(id,title)&id=eq.1&limit=1',
      '/films?select=id,title,studios(id,name)&title=ilike.*a*',
      `/films?id=in.(${times(300, (n) => `${n}`)})`,
      '/rpc/films_after?moment=2000-01-01',
    ]) {
      // The second time, the request is cached.
      for (let time = 0; time < 2; time += 1) {
        await films.call(path);
        expect([path, asked?.isDemanding]).toEqual([path, false]);
      }
    }
  });
});

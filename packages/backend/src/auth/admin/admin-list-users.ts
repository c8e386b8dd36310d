import { presentUser } from '../accounts/present-user.ts';
import { listUsers } from '../accounts/users.ts';
import { type Failure, invalid } from '../failure.ts';
import { AUDIENCE, type AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-user.ts';

const DEFAULT_PER_PAGE = 50;
const MOST_PER_PAGE = 1_000;

/** GET /admin/users?page=&per_page=&filter=, newest first. */
export async function adminListUsers(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const query = call.url.searchParams;
  const page = readCount(query.get('page'), 1);
  const wantedPerPage = readCount(query.get('per_page'), DEFAULT_PER_PAGE);
  if (page === null || wantedPerPage === null) return invalid('Bad Pagination Parameters');
  const perPage = Math.min(wantedPerPage, MOST_PER_PAGE);

  const filter = (query.get('filter') ?? '').replaceAll('\0', '');
  const { users, total } = await listUsers(call.database, { page, perPage, filter });
  const lastPage = Math.ceil(total / perPage);
  const link = (to: number, rel: string) => {
    const target = new URL(call.url);
    target.searchParams.set('page', String(to));
    return `<${target.pathname}${target.search}>; rel="${rel}"`;
  };
  const links = [...(lastPage > page ? [link(page + 1, 'next')] : []), link(lastPage, 'last')];
  return Response.json(
    { users: users.map(presentUser), aud: AUDIENCE },
    { headers: { link: links.join(', '), 'x-total-count': String(total) } },
  );
}

/** A whole number from 1; null if the text is anything else. */
function readCount(text: string | null, otherwise: number): number | null {
  if (!text) return otherwise;
  const count = Number(text);
  return /^\d{1,9}$/.test(text) && count > 0 ? count : null;
}

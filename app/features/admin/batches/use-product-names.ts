import { useQuery } from '@tanstack/react-query';
import { useAdminCalls } from '../data/use-admin-calls.ts';

/** Every product as an option, by name. */
export function useProductNames(): { value: string; label: string }[] {
  const calls = useAdminCalls();
  const { data = [] } = useQuery({
    queryKey: ['product names'],
    queryFn: () =>
      calls.run((tables) => tables.from('products').select('id, name').order('name').limit(1000)),
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

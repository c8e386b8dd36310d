import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { z } from '#domain/zod.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { DraftNotice } from '../form/draft-notice.tsx';
import { FormSection } from '../form/form-section.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useStoredState } from '../form/use-stored-state.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { listKey } from '../table/use-list.ts';
import { defaultProductName } from './code-rules.ts';
import { generateCodes } from './random-codes.ts';
import { type NewCode, storeCodes } from './store-codes.ts';

const generation = z.object({
  count: z.coerce.number<string>().int('Enter a whole number.').min(1).max(5000, 'At most 5,000.'),
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{0,20}$/, 'Letters, digits and hyphens, at most 20.'),
  digits: z.coerce.number<string>().int().min(4, 'At least 4.').max(9, 'At most 9.'),
  product_name: z.string().trim().max(200, 'At most 200 characters.'),
});

/** The codes of each round for what the form requested. */
interface Rounds {
  wanted: string;
  codes: NewCode[][];
}

/** Generates many codes at once, ready for printing. */
export default function GenerateCodes() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(generation),
    defaultValues: { count: '100', prefix: 'SH', digits: '6', product_name: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const draft = useDraft(form as never, 'generate-codes');
  // Kept until all codes are stored: after a lost response the same codes are sent again, even
  // after a reload.
  const [unfinished, setUnfinished] = useStoredState<Rounds>('generated-codes', () => true);

  async function generate(wanted: z.output<typeof generation>): Promise<void> {
    const product_name = wanted.product_name || defaultProductName;
    const stored = new Set<string>();
    const same = JSON.stringify(wanted);
    const rounds = unfinished?.wanted === same ? unfinished : { wanted: same, codes: [] };
    try {
      // Codes that already exist are replaced by new ones.
      for (let round = 0; stored.size < wanted.count && round < 5; round += 1) {
        const missing = wanted.count - stored.size;
        const codes =
          rounds.codes[round] ??
          generateCodes({ ...wanted, count: missing }).map((code) => ({
            id: crypto.randomUUID(),
            code,
            product_name,
          }));
        rounds.codes[round] = codes;
        setUnfinished({ ...rounds });
        for (const code of (await storeCodes(calls, codes)).stored) stored.add(code);
      }
      if (stored.size < wanted.count) {
        throw new RangeError(`Nearly all ${wanted.digits}-digit codes are taken. Use more digits.`);
      }
      setUnfinished(null);
      draft.forget();
      showToast({ title: `${stored.size} validity codes added` });
      void navigate('/admin/validity/labels', { state: { codes: [...stored] } });
    } catch (error) {
      showToast({
        title: 'Failed to add validity code',
        description: [stored.size > 0 ? `${stored.size} were added.` : '', messageOf(error)]
          .join(' ')
          .trim(),
        variant: 'destructive',
      });
    } finally {
      await queries.invalidateQueries({ queryKey: listKey('product_validity_view') });
    }
  }

  return (
    <form
      aria-label="Generate codes"
      noValidate
      onSubmit={(event) => void form.handleSubmit(generate)(event)}
      className="max-w-xl"
    >
      <ScreenHeading
        title="Generate codes"
        back={{ to: '/admin/validity', label: 'Back to validity codes' }}
      />
      <DraftNotice draft={draft} />
      <FormSection
        title="New codes"
        description="Digits are chosen at random, so one code does not reveal another."
      >
        <TextField
          compact
          label="How many"
          required
          inputMode="numeric"
          error={errors.count?.message}
          {...form.register('count')}
        />
        <TextField
          compact
          label="Prefix"
          error={errors.prefix?.message}
          {...form.register('prefix')}
        />
        <TextField
          compact
          label="Digits"
          required
          inputMode="numeric"
          hint="More digits make a code harder to guess. We recommend 6 or more."
          error={errors.digits?.message}
          {...form.register('digits')}
        />
        <TextField
          compact
          label="Product"
          placeholder={defaultProductName}
          error={errors.product_name?.message}
          {...form.register('product_name')}
        />
        <Button type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Generating...' : 'Generate'}
        </Button>
      </FormSection>
    </form>
  );
}

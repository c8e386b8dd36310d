import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { webUrl } from '../form/web-url.ts';

/** Requirements §5.6: a partner's name is required. */
export const partnerValues = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  description: z.string().trim().max(1000, 'At most 1,000 characters.'),
  website_url: webUrl,
  logo_url: z.string(),
  active: z.boolean(),
});
export type PartnerValues = z.infer<typeof partnerValues>;

export const emptyPartner: PartnerValues = {
  name: '',
  description: '',
  website_url: '',
  logo_url: '',
  active: true,
};

export function toPartnerValues(partner: RowOf<'partners'>): PartnerValues {
  return {
    name: partner.name,
    description: partner.description ?? '',
    website_url: partner.website_url ?? '',
    logo_url: partner.logo_url ?? '',
    active: partner.active,
  };
}

export function toPartnerRow(values: PartnerValues) {
  return {
    ...values,
    description: values.description || null,
    website_url: values.website_url || null,
    logo_url: values.logo_url || null,
  };
}

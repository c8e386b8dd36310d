import { z } from 'zod';

/** Body fields that endpoints share; what is absent reads as empty. */
export const text = z.string().default('');
export const metadata = z.record(z.string(), z.unknown());

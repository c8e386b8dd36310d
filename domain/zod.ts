import { z } from 'zod';

// Zod asks whether it may compile its checks, which a page's policy forbids and browsers report.
if ('document' in globalThis) z.config({ jitless: true });

export { z };

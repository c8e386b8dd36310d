import { z } from 'zod';

// Zod tests whether it may compile its checks; the page's CSP forbids that and browsers report it.
if ('document' in globalThis) z.config({ jitless: true });

export { z };

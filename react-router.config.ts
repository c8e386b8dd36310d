import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // All routes are known at once: no extra request before the first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;

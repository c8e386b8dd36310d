/** Sent with each of our responses; pages add their own Content-Security-Policy. */
export function securityHeaders(siteOrigin: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The camera is for scanning codes. It is allowed on all pages, because with in-site navigation
    // the first page's header applies.
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(siteOrigin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

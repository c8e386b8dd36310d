/** Sent with every answer of ours; pages add their own Content-Security-Policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** What only a public site over TLS may promise. */
export const transportSecurity = 'max-age=31536000; includeSubDomains';

import italic from './fraunces-display-italic.woff2?url';

/** For the pages whose titles are partly in italics. */
export const preloadItalics = [
  {
    rel: 'preload',
    href: italic,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  },
] as const;

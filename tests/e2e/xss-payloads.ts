/**
 * Two hundred ways to inject a script into a page. Each calls `xss()`, which none of our pages has:
 * a call, or a dialog, means that one of them ran.
 */
const call = 'xss()';

const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'onanimationstart',
  'ontoggle',
  'onpointerenter',
  'onbegin',
  'onscroll',
];

const elements = [
  (on: string) => `<img src=x ${on}=${call}>`,
  (on: string) => `<svg ${on}=${call}></svg>`,
  (on: string) => `<video ${on}=${call} src=x autoplay></video>`,
  (on: string) => `<body ${on}=${call}>`,
  (on: string) => `<details open ${on}=${call}><summary>x</summary></details>`,
  (on: string) => `<input autofocus ${on}=${call}>`,
  (on: string) => `<marquee ${on}=${call}>x</marquee>`,
  (on: string) => `"><img src=x ${on}="${call}">`,
  (on: string) => `'/><iframe ${on}=${call} srcdoc="x"></iframe>`,
  (on: string) => `<p style="animation:spin 1s" ${on}='${call}'>x</p>`,
];

const schemes = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `java\tscript:${call}`,
  `java\nscript:${call}`,
  `&#106;avascript:${call}`,
  `&#x6A;&#x61;vascript:${call}`,
  `\u0001javascript:${call}`,
  ` javascript:${call}`,
  `javascript&colon;${call}`,
  `data:text/html,<script>parent.${call}</script>`,
  `data:text/html;base64,PHNjcmlwdD5wYXJlbnQueHNzKCk8L3NjcmlwdD4=`,
  `vbscript:${call}`,
];

const carriers = [
  (url: string) => `<a href="${url}">x</a>`,
  (url: string) => `<iframe src="${url}"></iframe>`,
  (url: string) => `<form action="${url}"><button>x</button></form>`,
  (url: string) => `<object data="${url}"></object>`,
  (url: string) => `<img src="${url}">`,
];

const others = [
  `<script>${call}</script>`,
  `<SCRIPT>${call}</SCRIPT>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script src="data:,${call}"></script>`,
  `<script type=module>${call}</script>`,
  `</script><script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `</style><script>${call}</script>`,
  `--><script>${call}</script>`,
  `]]><script>${call}</script>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><a xlink:href="javascript:${call}"><text y=20>x</text></a></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${call}</script></svg>#x"></use></svg>`,
  `<svg><foreignObject><img src=x onerror=${call}></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${call}></style></mglyph></table></mtext></math>`,
  `<math><mi//xlink:href="data:x,<script>${call}</script>">`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<template><img src=x onerror=${call}></template>`,
  `<xmp><img src=x onerror=${call}></xmp>`,
  `<noembed><img src=x onerror=${call}></noembed>`,
  `<listing><img src=x onerror=${call}></listing>`,
  `<plaintext><img src=x onerror=${call}>`,
  `<style>@import 'javascript:${call}';</style>`,
  `<style>*{background:url(javascript:${call})}</style>`,
  `<link rel=stylesheet href="javascript:${call}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<base href="javascript:${call}//">`,
  `<isindex action="javascript:${call}" type=submit>`,
  `<embed src="javascript:${call}">`,
  `<a href="https://ok.example" target=_blank onclick=${call}>x</a>`,
  `<img src="x" srcset="x 1x" sizes="x" alt=\`\`onerror=${call}>`,
  `<img """><script>${call}</script>">`,
  `<img/src=x/onerror=${call}>`,
  `<img src=x onerror\u000c=${call}>`,
  `<<img src=x onerror=${call}>`,
  `<img src='x' onerror=&#x78;ss()>`,
  `\\u003cimg src=x onerror=${call}\\u003e`,
  `%3Cscript%3E${call}%3C/script%3E`,
  `&lt;script&gt;${call}&lt;/script&gt;`,
  '{{constructor.constructor("xss()")()}}',
  `\${${call}}`,
  `';${call};//`,
  `";${call};//`,
  `\\";${call};//`,
];

export const payloads: readonly string[] = [
  ...others,
  ...handlers.flatMap((on) => elements.map((element) => element(on))),
  ...schemes.flatMap((scheme) => carriers.map((carrier) => carrier(scheme))),
].slice(0, 200);

/** The printed artwork, drawn as HTML and SVG: labels, their foil, lasered lids, the mark. */

export interface LabelSpec {
  /** Printed length round the container, in centimetres. */
  width: number;
  /** Where the container's usual height does not suit. */
  height?: number;
  paper: string;
  ink: string;
  accent: string;
  foil: string;
  /** A band of the accent color across the foot of the label. */
  band?: boolean;
  /** All type in foil. */
  gilt?: boolean;
  title: string;
  line: string;
  amount: string;
  note: string;
}

export interface Product {
  slug: string;
  container: 'jar' | 'travel-jar' | 'bottle';
  batch: string;
  label: LabelSpec;
}

/** Label heights in centimetres; the same figures as in blender/jar.py and blender/bottle.py. */
const LABEL_HEIGHT = { jar: 3.35, 'travel-jar': 1.8, bottle: 4.35 } as const;

export interface Print {
  html: string;
  /** Centimetres. */
  width: number;
  height: number;
}

/** The mark: a drop of resin with the ridge it comes from cut out of it, in a 64 by 64 box. */
const MARK = {
  drop: 'M32 5C27 14 13 27 13 41a19 19 0 0 0 38 0C51 27 37 14 32 5Z',
  ridge: 'M8 53 24.5 33.5l6 7L40 28l18 25v12H8Z',
} as const;

function drawMark(size: string, fill: string): string {
  const id = `m${Math.abs(hash(size + fill))}`;
  return `<svg class="mark" style="width:${size};height:${size}" viewBox="0 0 64 64"><defs><mask id="${id}"><rect width="64" height="64" fill="#fff"/><path d="${MARK.ridge}" fill="none" stroke="#000" stroke-width="3.2" stroke-linejoin="round"/></mask></defs><path d="${MARK.drop}" fill="${fill}" mask="url(#${id})"/></svg>`;
}

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) | 0;
  return sum;
}

/** `plane` picks what is drawn: the inks, or the foil alone in white on black. */
export function drawLabel(product: Product, plane: 'inks' | 'foil'): Print {
  const { label, container } = product;
  const height = label.height ?? LABEL_HEIGHT[container];
  const foilPlane = plane === 'foil';
  const hidden = foilPlane ? 'transparent' : undefined;
  const foil = foilPlane ? '#fff' : label.foil;
  const type = label.gilt ? foil : (hidden ?? label.ink);
  const accent = label.gilt ? foil : (hidden ?? label.accent);
  const paper = foilPlane ? '#000' : label.paper;
  const front = container === 'bottle' ? frontTall : container === 'jar' ? frontJar : frontLow;
  const style = `
    .label { width: ${label.width}cm; height: ${height}cm; background: ${paper}; color: ${type}; position: relative; overflow: hidden; }
    .rule { position: absolute; left: 0; right: 0; height: .022cm; background: ${foil}; }
    .band { position: absolute; left: 0; right: 0; bottom: 0; background: ${label.band ? foil : accent}; }
    .front { position: absolute; left: 50%; top: 0; bottom: 0; width: 5cm; margin-left: -2.5cm; text-align: center; }
    .side { position: absolute; width: 2.6cm; font: 400 .155cm/1.5 'Instrument Sans Variable'; }
    .side b { font-weight: 600; letter-spacing: .12em; text-transform: uppercase; font-size: .13cm; color: ${accent}; display: block; margin-bottom: .06cm; }
    .word { font: 500 1cm/1 'Fraunces Variable'; font-variation-settings: 'opsz' 144, 'SOFT' 40; letter-spacing: -.018em; white-space: nowrap; }
    .caps { font: 560 .2cm/1 'Instrument Sans Variable'; letter-spacing: .2em; margin-right: -.2em; text-transform: uppercase; white-space: nowrap; }
    .title { font: italic 420 .4cm/1 'Fraunces Variable'; font-variation-settings: 'opsz' 60, 'SOFT' 60; white-space: nowrap; color: ${accent}; }
    .amount { font: 500 .19cm/1 'Instrument Sans Variable'; letter-spacing: .1em; white-space: nowrap; }
    .hair { background: ${accent}; height: .018cm; margin: 0 auto; }
    .mark { display: block; margin: 0 auto; }
    .foot { position: absolute; bottom: 0; left: 0; right: 0; text-align: center; }`;
  return {
    html: page(style, `<div class="label">${front(label, foil)}</div>`),
    width: label.width,
    height,
  };
}

function frontJar(label: LabelSpec, foil: string): string {
  const band = label.band ? 0.56 : 0.16;
  const low = label.height !== undefined;
  return `<div class="rule" style="top:.13cm"></div>
    <div class="band" style="height:${band}cm"></div>
    <div class="rule" style="bottom:${band + 0.035}cm"></div>
    <div class="front">
      <div style="padding-top:${low ? 0.22 : 0.25}cm">${drawMark(low ? '.36cm' : '.44cm', foil)}</div>
      <div class="word" style="font-size:${low ? 0.8 : 0.96}cm;margin-top:.01cm">Liv Fit</div>
      <div class="caps" style="margin-top:${low ? 0.13 : 0.17}cm;${low ? 'font-size:.18cm' : ''}">${label.line}</div>
      <div class="title" style="margin-top:${label.band ? 0.14 : low ? 0.15 : 0.2}cm;font-size:${low ? 0.31 : 0.38}cm">${label.title}</div>
      <div class="foot" style="bottom:${label.band ? 0.18 : band + (low ? 0.09 : 0.13)}cm"><span class="amount">${label.amount}</span></div>
    </div>
    ${side(label, 'left: calc(50% - 6cm); top: .62cm')}${verify('left: calc(50% + 3.5cm); top: .62cm')}`;
}

function frontLow(label: LabelSpec, foil: string): string {
  return `<div class="rule" style="top:.09cm"></div>
    <div class="front">
      <div class="word" style="font-size:.68cm;padding-top:.2cm">Liv Fit</div>
      <div class="caps" style="margin-top:.13cm;font-size:.155cm">${label.line}</div>
      <div class="title" style="margin-top:.11cm;font-size:.25cm">${label.title} <span class="amount" style="font-size:.16cm;font-style:normal">&ensp;${label.amount}</span></div>
    </div>
    <div style="position:absolute;left:calc(50% - 3.05cm);top:.5cm">${drawMark('.6cm', foil)}</div>
    <div style="position:absolute;left:calc(50% + 2.45cm);top:.5cm">${drawMark('.6cm', foil)}</div>
    ${side(label, 'left: calc(50% - 6.8cm); top: .35cm')}${verify('left: calc(50% + 3.9cm); top: .35cm')}
    <div class="band" style="height:.12cm"></div>
    <div class="rule" style="bottom:.15cm"></div>`;
}

function frontTall(label: LabelSpec, foil: string): string {
  const band = label.band ? 0.62 : 0.16;
  return `<div class="rule" style="top:.13cm"></div>
    <div class="band" style="height:${band}cm"></div>
    <div class="rule" style="bottom:${band + 0.035}cm"></div>
    <div class="front" style="width:3cm;margin-left:-1.5cm">
      <div style="padding-top:.38cm">${drawMark('.5cm', foil)}</div>
      <div class="word" style="font-size:.82cm;margin-top:.1cm">Liv Fit</div>
      <div class="caps" style="margin-top:.22cm;font-size:.15cm;letter-spacing:.1em;margin-right:-.1em">${label.line}</div>
      <div class="hair" style="width:.4cm;margin-top:.24cm"></div>
      <div class="title" style="margin-top:.2cm;font-size:.36cm">${label.title}</div>
      <div class="foot" style="bottom:${label.band ? 0.2 : band + 0.18}cm"><span class="amount" style="font-size:.18cm">${label.amount}</span></div>
    </div>
    ${side(label, 'left: .4cm; top: .9cm; width: 2cm')}${verify('right: .4cm; top: .9cm; width: 2cm')}`;
}

function side(label: LabelSpec, place: string): string {
  return `<div class="side" style="${place}"><b>Inside</b>${label.note}<br>${label.amount}. Keep cool and dry.</div>`;
}

function verify(place: string): string {
  return `<div class="side" style="${place}"><b>Is it ours?</b>The number on the lid is this container’s own. Check it on our validity page.</div>`;
}

/** The laser's drawing on a jar lid, white where the beam strikes; fills a 10 by 10 square. */
export function drawLid(batch: string): Print {
  return {
    html: page(
      'svg { display: block; background: #000 }',
      `<svg width="10cm" height="10cm" viewBox="0 0 1000 1000">
        <defs><path id="over" d="M128 500a372 372 0 0 1 744 0"/><path id="under" d="M103 500a397 397 0 0 0 794 0"/></defs>
        <circle cx="500" cy="500" r="418" fill="none" stroke="#bbb" stroke-width="3"/>
        <circle cx="500" cy="500" r="346" fill="none" stroke="#bbb" stroke-width="3"/>
        <g fill="#ddd" font-family="Instrument Sans Variable" font-weight="560" font-size="34" letter-spacing="9" text-anchor="middle">
          <text><textPath href="#over" startOffset="50%">LIV FIT · HIMALAYAN SHILAJIT</textPath></text>
          <text><textPath href="#under" startOffset="50%">CHECK THIS NUMBER ONLINE</textPath></text>
        </g>
        <circle cx="118" cy="500" r="6" fill="#ddd"/><circle cx="882" cy="500" r="6" fill="#ddd"/>
        <g transform="translate(417 210) scale(2.6)"><defs><mask id="k"><rect width="64" height="64" fill="#fff"/><path d="${MARK.ridge}" fill="none" stroke="#000" stroke-width="3.2" stroke-linejoin="round"/></mask></defs><path d="${MARK.drop}" fill="#ddd" mask="url(#k)"/></g>
        <text x="500" y="580" text-anchor="middle" fill="#fff" font-family="Instrument Sans Variable" font-weight="600" font-size="150" letter-spacing="10">${batch}</text>
        <rect x="430" y="640" width="140" height="3" fill="#bbb"/>
        <text x="500" y="704" text-anchor="middle" fill="#ddd" font-family="Instrument Sans Variable" font-weight="550" font-size="36" letter-spacing="9">BATCH NUMBER</text>
      </svg>`,
    ),
    width: 10,
    height: 10,
  };
}

/** The laser's drawing on a dropper collar: the number alone. */
export function drawCollar(batch: string): Print {
  return {
    html: page(
      `.band { width: 2.52cm; height: .42cm; background: #000; color: #fff; text-align: center; font: 600 .3cm/.42cm 'Instrument Sans Variable'; letter-spacing: .08em; }`,
      `<div class="band">${batch}</div>`,
    ),
    width: 2.52,
    height: 0.42,
  };
}

/** The cut face of an orange. */
export function drawCitrus(): Print {
  const count = 10;
  let wedges = '';
  for (let i = 0; i < count; i++) {
    const turn = (360 / count) * i;
    wedges += `<g transform="rotate(${turn} 500 500) translate(500 500) scale(1.1) translate(-500 -500)"><path d="M500 456 396 132Q500 40 604 132Z" fill="url(#pulp)" stroke="url(#pulp)" stroke-width="12" stroke-linejoin="round"/>`;
    for (let k = 0; k < 60; k++) {
      const y = 110 + ((k * 61) % 270);
      const x = 500 + ((((k * 37) % 140) - 70) / 70) * (452 - y) * 0.26;
      wedges += `<ellipse cx="${x}" cy="${y}" rx="5" ry="24" transform="rotate(${(x - 500) * 0.16} ${x} ${y})" fill="#fff" opacity="${0.05 + ((k * 13) % 7) * 0.015}"/>`;
    }
    wedges += '</g>';
  }
  return {
    html: page(
      'svg { display: block; background: #e8922a }',
      `<svg width="10cm" height="10cm" viewBox="0 0 1000 1000"><defs><linearGradient id="pulp" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#ee9a2a"/><stop offset="1" stop-color="#dd6f08"/></linearGradient></defs>
      <circle cx="500" cy="500" r="486" fill="#f7e7c4"/>${wedges}<circle cx="500" cy="500" r="22" fill="#f7e7c4"/></svg>`,
    ),
    width: 10,
    height: 10,
  };
}

function page(style: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="fonts.css"><style>* { box-sizing: border-box; margin: 0 } body { background: none } ${style}</style><div id="print" style="display:inline-block;line-height:0"><div style="line-height:normal">${body}</div></div>`;
}

const steps = [
  {
    title: 'Find the code',
    text: 'On the lid of a jar, or on the collar of a bottle below the dropper.',
    Drawing: Lid,
  },
  {
    title: 'Enter it',
    text: 'As printed, for example SH2041. Lowercase letters, spaces, and hyphens are fine.',
    Drawing: Field,
  },
  {
    title: 'Read the result',
    text: 'VALID means that we filled this batch. INVALID means that the number is not in our records.',
    Drawing: Answer,
  },
];

/** How to check a bottle, in three drawings. */
export function ValiditySteps() {
  return (
    <section aria-labelledby="how-title" className="mt-16 border-t border-ink pt-10 lg:mt-24">
      <h2 id="how-title" className="text-display">
        How to check
      </h2>
      <ol className="mt-8 grid gap-x-10 gap-y-10 md:grid-cols-3">
        {steps.map(({ title, text, Drawing }, index) => (
          <li key={title}>
            <Drawing />
            <div className="mt-5 grid grid-cols-[2rem_1fr]">
              <span aria-hidden="true" className="font-display text-display-sm text-saffron-ink">
                {index + 1}
              </span>
              <div>
                <h3 className="text-display-sm">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The same background for every drawing: ink lines, with saffron for what matters. */
function Sheet({ children }: { children: React.ReactNode }) {
  return (
    <svg
      viewBox="0 0 320 180"
      aria-hidden="true"
      className="h-auto w-full rounded-md bg-bone-deep fill-none stroke-ink"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

function Lid() {
  return (
    <Sheet>
      <path d="M92 62v26c0 14 30 26 68 26s68-12 68-26V62" className="fill-paper" />
      {[104, 118, 132, 146, 160, 174, 188, 202, 216].map((x) => (
        <path key={x} d={`M${x} ${104 - Math.abs(160 - x) / 9}v6`} className="stroke-line-strong" />
      ))}
      <ellipse cx="160" cy="62" rx="68" ry="26" className="fill-paper" />
      <ellipse cx="160" cy="62" rx="58" ry="21" className="stroke-line-strong" />
      <path d="M100 96v44c0 10 26 18 60 18s60-8 60-18V96" />
      <text
        x="160"
        y="67"
        textAnchor="middle"
        className="fill-ink stroke-none font-sans text-[15px] font-semibold"
      >
        SH2041
      </text>
      <path d="M244 30c-14 2-26 8-38 18" className="stroke-saffron" strokeWidth="2.5" />
      <path d="m216 38-10 10 13 3" className="stroke-saffron" strokeWidth="2.5" />
    </Sheet>
  );
}

function Field() {
  return (
    <Sheet>
      <path d="M48 52h64" className="stroke-line-strong" />
      <rect x="48" y="64" width="224" height="40" rx="2" className="fill-paper" />
      <text x="62" y="90" className="fill-ink stroke-none font-sans text-[17px] font-semibold">
        SH2041
      </text>
      <path d="M134 74v20" className="stroke-saffron" strokeWidth="2.5" />
      <rect x="48" y="118" width="116" height="30" rx="2" className="fill-ink" />
      <path d="M68 133h76" className="stroke-bone" />
    </Sheet>
  );
}

function Answer() {
  return (
    <Sheet>
      <rect x="40" y="34" width="240" height="50" rx="2" className="fill-pine-soft stroke-pine" />
      <circle cx="66" cy="59" r="12" className="stroke-pine" />
      <path d="m60 59 5 5 8-9" className="stroke-pine" strokeWidth="2" />
      <text x="92" y="65" className="fill-pine stroke-none font-display text-[19px]">
        VALID
      </text>
      <rect
        x="40"
        y="98"
        width="240"
        height="50"
        rx="2"
        className="fill-danger-soft stroke-danger"
      />
      <circle cx="66" cy="123" r="12" className="stroke-danger" />
      <path d="m61 118 10 10m0-10-10 10" className="stroke-danger" strokeWidth="2" />
      <text x="92" y="129" className="fill-danger stroke-none font-display text-[19px]">
        INVALID
      </text>
    </Sheet>
  );
}

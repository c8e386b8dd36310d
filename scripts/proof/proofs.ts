export type Size = 'small' | 'full';

export interface Proof {
  name: string;
  /** What must hold. */
  claim: string;
  command: (size: Size) => readonly string[];
  env?: (size: Size, seed: number) => Record<string, string>;
  /** Matches the output lines that say how much was tried and with what result. */
  figures: RegExp;
}

const script = (name: string, ...args: string[]) => ['npm', 'run', '--silent', name, '--', ...args];
const tests = (...files: string[]) => ['vitest', 'run', ...files];
const money = (size: Size, seed: number) => ({
  MONEY_SIZE: size === 'full' ? 'full' : 'ci',
  PROOF_SEED: String(seed),
});
/** The number of tests, and the figures that full proofs print. */
const ofTests =
  /^\s*Tests {2}.*$|^(?:storm|kills|checkouts|random kills|faults) .*$|^(?:sweep|poison|dump|recall): .*$/gm;

/** Everything the shop promises, by the command that proves it. */
export const proofs: readonly Proof[] = [
  {
    name: 'money',
    claim:
      'Duplicate and reordered events, failing services, deaths before every step: every payment once, one email, stock right.',
    command: () => tests('tests/money', '--exclude', '**/random-kills.test.ts'),
    env: money,
    figures: ofTests,
  },
  {
    name: 'random kills',
    claim:
      'Shop and PostgreSQL killed (-9) at random moments while people buy: nothing lost, nothing twice.',
    command: () => tests('tests/money/proofs/random-kills.test.ts'),
    env: money,
    figures: ofTests,
  },
  {
    name: 'shared limits',
    claim: 'Three replicas keep every limit within a tenth.',
    command: () => tests('tests/lifecycle/replicas.test.ts'),
    figures: ofTests,
  },
  {
    name: 'rolling restarts',
    claim:
      'Three replicas restarted under load, two builds in turns with a migration between: no request fails or counts twice.',
    command: (size) =>
      script('test:rolling', '--two-builds', '--rounds', size === 'full' ? '10' : '2'),
    figures: /^\d+ restarts in .*$/gm,
  },
  {
    name: 'faults',
    claim:
      'Whatever breaks is named within a minute, and all that waited is done within five minutes of its end.',
    command: () => script('test:faults'),
    figures: /^\|.*\|$/gm,
  },
  {
    name: 'authenticity',
    claim:
      '100,000 guesses from 1,000 addresses find nothing; 10,000 checks of one jar call it nothing else; a dump tells no code; a recall of 20,000 orders over two kills reaches everybody.',
    command: () => tests('tests/authenticity'),
    env: (size, seed) => ({
      AUTHENTICITY_SIZE: size === 'full' ? 'full' : 'ci',
      PROOF_SEED: String(seed),
    }),
    figures: ofTests,
  },
  {
    name: 'overload',
    claim:
      '500 connections: those who buy wait less than 2 s, the refused less than 0.1 s, and no purchase fails.',
    command: (size) => script('test:overload', '--seconds', size === 'full' ? '60' : '15'),
    figures: /^(?:Purchases:| {2}pages of those who buy:| {2}crowd, refused|As before).*$/gm,
  },
  {
    name: 'hostile mix',
    claim: 'Twenty attackers beside fifty shoppers: everybody buys.',
    command: (size) => script('test:hostile', '--minutes', size === 'full' ? '20' : '2'),
    figures: /^(?:Purchases:|Shoppers' pages:|\/healthz:|Restarts:|Did not hold:).*$/gm,
  },
  {
    name: 'soak',
    claim: 'An hour at half load: memory at most 5 % up after ten minutes, descriptors flat.',
    command: (size) => script('test:soak', '--minutes', size === 'full' ? '60' : '2'),
    figures: /^\d+ pages,.*$|^Memory .*$/gm,
  },
];

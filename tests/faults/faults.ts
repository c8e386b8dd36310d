import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStage, type Stage, secondsUntil } from './open-stage.ts';

export interface Shown {
  fault: string;
  /** What names the fault, and after how many seconds. */
  named: string;
  namedAfter: number;
  /** Seconds after the fault ends until the incident is closed, and until all pending work is done. */
  overAfter: number | null;
  drainedAfter: number;
}

/** In seconds. */
const patience = { named: 60, over: 300 };

interface Fault {
  name: string;
  /** The incident's kind. */
  kind: string;
  open?: () => Promise<{ stage: Stage; close(): Promise<void> }>;
  begin(stage: Stage): Promise<unknown>;
  end(stage: Stage): Promise<unknown>;
}

async function openUsual(env?: Record<string, string>) {
  const stage = await openStage(env);
  return { stage, close: () => stage.close() };
}

/** Opens the shop on a small disk that has room to begin with. */
async function openOnSmallDisk() {
  const disk = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', disk]);
  const stage = await openStage({}, disk);
  return {
    stage,
    async close() {
      await stage.close();
      execFileSync('umount', [disk]);
      await rm(disk, { recursive: true });
    },
  };
}

const filling = (stage: Stage) => path.join(stage.directory, 'filling');

/** Shifts the process's clock, as on a machine without NTP. */
const shifted = `const by = 2 * 3_600_000; const real = Date; const now = () => real.now() + by;
globalThis.Date = class extends real {
  constructor(...values) { super(...(values.length ? values : [now()])); }
  static now() { return now(); }
};`;

const faults: Fault[] = [
  {
    name: 'PostgreSQL frozen (SIGSTOP)',
    kind: 'database_down',
    begin: (stage) => stage.postgres.freeze(),
    end: (stage) => stage.postgres.thaw(),
  },
  {
    name: 'PostgreSQL killed (-9)',
    kind: 'database_down',
    begin: (stage) => stage.postgres.kill(),
    end: (stage) => stage.postgres.restart(),
  },
  {
    name: 'disk of DATA_DIR full',
    kind: 'disk_low',
    open: openOnSmallDisk,
    begin: (stage) => writeFile(filling(stage), Buffer.alloc(690 * 1024 * 1024)),
    end: (stage) => rm(filling(stage)),
  },
  {
    name: 'mail server gone',
    kind: 'emails_stuck',
    begin: async (stage) => stage.mail.cut(),
    end: async (stage) => stage.mail.mend(),
  },
  {
    name: 'payment service gone',
    kind: 'payments_unreachable',
    async begin(stage) {
      stage.payments.cut();
      // Somebody tries to pay and is told that it does not work now.
      await stage.begin().catch(() => {});
    },
    end: async (stage) => stage.payments.mend(),
  },
  {
    name: 'clock off by two hours',
    kind: 'clock_wrong',
    begin: (stage) =>
      stage.restart({
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shifted)}`,
      }),
    end: (stage) => stage.restart(),
  },
];

/** Runs one fault: checks what is reported, and that pending work is done afterwards. */
async function show({ name, kind, open = openUsual, begin, end }: Fault): Promise<Shown> {
  const { stage, close } = await open();
  const states = () => stage.told.filter((each) => each.kind === kind).map(({ state }) => state);
  try {
    const pay = await stage.begin();
    await begin(stage);
    const email = 'during@mail.example';
    await pay(email);
    const namedAfter = await secondsUntil(patience.named, () => states().includes('open'));
    const named = stage.told.find((each) => each.kind === kind);
    await end(stage);
    const over = secondsUntil(patience.over, () => states().at(-1) === 'closed');
    const drained = secondsUntil(patience.over, async () => {
      const { status } = await fetch(`${stage.shop().origin}/readyz`);
      return status === 200 && (await stage.confirmed()).has(email);
    });
    const [overAfter, drainedAfter] = await Promise.all([over, drained]);
    return {
      fault: name,
      named: `${named?.title}: ${named?.detail}`,
      namedAfter,
      overAfter,
      drainedAfter,
    };
  } finally {
    await close();
  }
}

/** A replaced worker causes no alert; only the log mentions it. */
async function showKilledWorker(): Promise<Shown> {
  const { stage, close } = await openUsual({ WORKERS: '2' });
  try {
    const pay = await stage.begin();
    const { pid, output } = stage.shop();
    const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], {
      encoding: 'utf8',
    });
    // Other children include the sandbox for services that are not configured.
    const [, worker] = /^\s*(\d+) .*server\/main\.ts/m.exec(children) ?? [];
    process.kill(Number(worker), 'SIGKILL');
    const email = 'during@mail.example';
    await pay(email);
    const words = 'a worker ended by itself and is replaced';
    const namedAfter = await secondsUntil(patience.named, () => output().includes(words));
    const drainedAfter = await secondsUntil(patience.over, async () =>
      (await stage.confirmed()).has(email),
    );
    return {
      fault: 'a process killed (-9)',
      named: `log: ${words}`,
      namedAfter,
      overAfter: null,
      drainedAfter,
    };
  } finally {
    await close();
  }
}

export type Outcome = Shown | { fault: string; error: string };

/**
 * Runs the faults whose names contain these words, one at a time so that none disturbs another's
 * timing.
 */
export async function* showFaults(only = ''): AsyncGenerator<Outcome> {
  const shows = [
    { name: 'a process killed (-9)', run: showKilledWorker },
    ...faults.map((fault) => ({ name: fault.name, run: () => show(fault) })),
  ];
  for (const { name, run } of shows.filter((each) => each.name.includes(only))) {
    yield await run().catch((error: Error) => ({ fault: name, error: error.message }));
  }
}

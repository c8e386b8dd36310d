import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Source {
  /** From the root of the project. */
  path: string;
  text: string;
}

/** What may read a setting: everything that visitors, mails or payments are served by. */
export function readSources(root: string): Source[] {
  return ['app', 'domain', 'emails', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => ({
        path: `${folder}/${file}`,
        text: readFileSync(join(root, folder, file), 'utf8'),
      })),
  );
}

/** Where settings are described and edited is not where they act. */
const describing = /^(domain\/settings\.ts|app\/features\/admin\/settings\/)/;

/** The files that read the setting off the shop's facts, by name or taken apart. */
export function findReaders(sources: readonly Source[], name: string): string[] {
  const reading = new RegExp(
    `\\b(site|facts|siteDefaults)\\b\\)*\\??\\.${name}\\b|\\(await \\w+\\(\\)\\)\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}: Pick<SiteFacts`,
  );
  return sources
    .filter(({ path, text }) => !describing.test(path) && reading.test(text))
    .map(({ path }) => path);
}

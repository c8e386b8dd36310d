import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Source {
  /** Relative to the project's root. */
  path: string;
  text: string;
}

/** Files that may read a setting: everything that serves visitors, emails or payments. */
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

/** Describing or editing a setting does not count as using it. */
const describing = /^(domain\/settings\.ts|app\/features\/admin\/settings\/)/;

/** Files that read the setting from the site facts, by name or by destructuring. */
export function findReaders(sources: readonly Source[], name: string): string[] {
  const reading = new RegExp(
    `\\b(site|facts|siteDefaults)\\b\\)*\\??\\.${name}\\b|\\(await \\w+\\(\\)\\)\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}: Pick<SiteFacts`,
  );
  return sources
    .filter(({ path, text }) => !describing.test(path) && reading.test(text))
    .map(({ path }) => path);
}

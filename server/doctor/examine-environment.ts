import { type Config, readConfig } from '#server/env.ts';
import { ConfigError, type Environment } from '#server/variables.ts';
import { type Examination, examine } from './examine.ts';
import { type Finding, fault } from './finding.ts';

/** Like {@link examine}, but from environment variables; invalid ones are faults. */
export async function examineEnvironment(
  variables: Environment,
  examination: Omit<Examination, 'config'>,
): Promise<Finding[]> {
  const config = read(variables);
  return Array.isArray(config) ? config : examine({ config, ...examination });
}

function read(variables: Environment): Config | Finding[] {
  try {
    return readConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.message.split('\n').map((line) => line.trim());
    const [first = '', ...others] = problems;
    return (others.length > 0 ? others : [first]).map((line) => fault('configuration', line));
  }
}

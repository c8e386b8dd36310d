import { type Finding, fault, ok } from './finding.ts';

const oldestNode = 24;

export function checkProgram(version: string, program: string): Finding[] {
  const [major = 0] = version.replace('v', '').split('.').map(Number);
  if (major < oldestNode) {
    return [fault('program', `Node ${version} is too old: ${oldestNode} or newer is needed.`)];
  }
  return [ok('program', `version ${program} on Node ${version}`)];
}

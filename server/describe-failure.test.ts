import { expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

it('says of a full disk that it is full, also where another error tells of it', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  expect(describeFailure(full)).toBe('The disk is full.');
  expect(describeFailure(new Error('Export failed', { cause: full }))).toBe('The disk is full.');
});

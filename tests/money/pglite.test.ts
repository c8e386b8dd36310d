import { testMoneyPath } from './money-path.ts';

testMoneyPath('PGlite');

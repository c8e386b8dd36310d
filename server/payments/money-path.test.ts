import { testMoneyPath } from './testing/money-path.ts';

testMoneyPath('PGlite');

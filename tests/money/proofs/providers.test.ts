import { proveProviders } from './proofs.ts';

proveProviders();

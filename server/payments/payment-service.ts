import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { LimitStore } from '#server/http/rate-limiter.ts';
import type { Environment } from '#server/variables.ts';
import type { PaymentProvider } from './provider.ts';

/** Everything about one payment provider; `registry.ts` lists them. */
export interface PaymentService {
  method: Omit<PaymentMethod, 'id' | 'offered'>;
  /** Pattern of its references; anything else from a browser is refused. */
  referencePattern: RegExp;
  /** Its minimum amount. */
  minimumCents: Cents;
  /** Whether its page also completes an order that costs nothing, and asks for the address. */
  completesFreeOrders: boolean;
  /**
   * Placeholders of an order until the provider has collected the details, if not the default ones.
   */
  placeholders?: { name: string; email: string; address: string };
  /** The variable that switches it on, for messages. */
  variable: string;
  /** Null when it is not configured. Throws `ConfigError`. */
  configure(env: Environment): Connect | null;
  /** How the sandbox simulates it on loopback; without it, the provider is off until configured. */
  simulation?: Simulation;
}

export type Connect = (surroundings: Surroundings) => PaymentProvider;

/** What a provider needs of the shop. */
export interface Surroundings {
  now: () => Date;
  /** The shop's name on the provider's page. */
  brandName: () => Promise<string>;
  /** An order not paid within this time counts as expired. */
  openForMs: number;
  /** Where limits are counted. */
  limitStore: LimitStore;
}

export interface Simulation {
  label: string;
  /** Random keys for one run, shared by all processes of the shop and the sandbox. */
  createKeys(): SimulationKeys;
  /** What is passed to the sandbox's process. */
  variables(keys: SimulationKeys, webhookUrl: string): Record<string, string>;
  connect(keys: SimulationKeys, sandboxUrl: string): Connect;
}

/** Named as the provider's own settings are. */
export type SimulationKeys = Readonly<Record<string, string>>;

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
  minimumCents: Cents;
  /**
   * Whether its page can also complete an order that costs nothing, including asking for the
   * address.
   */
  completesFreeOrders: boolean;
  /**
   * The placeholders of an order until the provider has collected the details, if not the defaults.
   */
  placeholders?: { name: string; email: string; address: string };
  /** The environment variable that turns it on, for messages. */
  variable: string;
  /** Null if it isn't configured. Throws `ConfigError`. */
  configure(env: Environment): Connect | null;
  /** How the sandbox simulates it on loopback; left out, the provider is off until configured. */
  simulation?: Simulation;
}

export type Connect = (surroundings: ProviderDeps) => PaymentProvider;

/** What a provider needs from the shop. */
export interface ProviderDeps {
  now: () => Date;
  /** The shop's name, shown on the provider's page. */
  brandName: () => Promise<string>;
  /** An order not paid within this time counts as expired. */
  openForMs: number;
  /**
   * Where limits are counted and a provider remembers what outlives a restart; null: in this
   * process.
   */
  store: LimitStore;
}

export interface Simulation {
  label: string;
  /** Random keys for one run, shared by all processes of the shop and the sandbox. */
  createKeys(): SimulationKeys;
  /** Environment variables for the sandbox's process. */
  variables(keys: SimulationKeys, webhookUrl: string): Record<string, string>;
  connect(keys: SimulationKeys, sandboxUrl: string): Connect;
}

/** Named like the provider's own settings. */
export type SimulationKeys = Readonly<Record<string, string>>;

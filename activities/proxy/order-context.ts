import type { Call, CommandOutput, Connector } from "#connectors/contract/index.ts";
import type { Order, TriedPassword } from "#domain/requests/order.ts";

/** One order on one session: what an action needs to call the connector. */
export interface OrderCall {
  readonly order: Order;
  readonly connector: Connector;
  readonly session: unknown;
  readonly call: Call;
  /** Hears what the target has said of a password of the order that has a key, also where the order fails afterwards. */
  onTried(tried: TriedPassword): void;
  /** Hears that the target does not show the object after its change. */
  onUnseen(): void;
  /** Hears what the command of the order has said. */
  onOutput(output: CommandOutput): void;
}

import type { Call, CommandOutput, Connector } from "#connectors/contract/index.ts";
import type { Order, TriedPassword } from "#domain/requests/order.ts";

/** One order on one session: the input of an action that calls the connector. */
export interface OrderCall {
  readonly order: Order;
  readonly connector: Connector;
  readonly session: unknown;
  readonly call: Call;
  /** Receives the target's answer about a password of the order that has a key, even if the order fails afterwards. */
  onTried(tried: TriedPassword): void;
  /** Receives the report that the target does not show the object after its change. */
  onUnseen(): void;
  /** Receives the output of the order's command. */
  onOutput(output: CommandOutput): void;
}

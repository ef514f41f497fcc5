import type { CallLog } from "#connectors/contract/index.ts";
import type { Order } from "#domain/requests/order.ts";
import type { Logger } from "#platform/logs/log.ts";

/** Fields that identify an order in the log. */
type LoggedOrder = Pick<Order, "requestId" | "operationKey" | "connector" | "targetSystem">;

/** Makes the log of a connector's call: its lines name the order and have passed the scrubber. */
export function callLogOf(log: Logger, order: LoggedOrder, scrub: (text: string) => string): CallLog {
  const { requestId, operationKey, connector, targetSystem } = order;
  let made: Logger | undefined;
  // Most calls log nothing.
  const child = () => (made ??= log.child({ requestId, operationKey, connector, targetSystem }));
  return {
    debug: (message, fields = {}) => child().debug({ fields }, scrub(message)),
    info: (message, fields = {}) => child().info({ fields }, scrub(message)),
    warn: (message, fields = {}) => child().warn({ fields }, scrub(message)),
  };
}

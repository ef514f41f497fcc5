import type { DeliveredKind } from "#domain/plugins/plugin-delivery.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Courier } from "../kernel/courier.ts";
import { notifierCourier } from "../notices/engine/notifier-courier.ts";
import { ticketCourier } from "../requests/engine/ticket-courier.ts";

/** The couriers of deliveries, a row for each kind of plug-ins that gets some. */
export const couriers: Readonly<Record<DeliveredKind, Courier<CallContext>>> = {
  notifier: notifierCourier,
  ticketSystem: ticketCourier,
};

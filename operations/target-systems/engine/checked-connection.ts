import { ServiceError } from "#domain/errors.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import type { Row } from "#store/tables.ts";

import { checkedAddress, reportedConnectors } from "../../abilities/reported-connectors.ts";
import type { CallContext } from "../../kernel/context.ts";

/** Target system whose connection is checked; its address may have any shape. */
interface Connecting extends Pick<
  Row<"targetSystems">,
  "type" | "proxyServers" | "fulfilment" | "confirmBy" | "listSchedule" | "sourceOfProfiles"
> {
  readonly address: unknown;
}

/** Connection of a target system that may be stored. */
export interface CheckedConnection {
  /** Connectors of its type, as its proxies have reported them; none without connector. */
  readonly connectors: readonly ReportedConnector[];
  readonly address: Row<"targetSystems">["address"];
}

/**
 * Checks the connection of a target system: its type with its address or, where no connector performs its operations, neither of them.
 * @throws TARGET_TYPE_UNKNOWN, TARGET_ADDRESS_EMPTY, TARGET_ADDRESS_INVALID, TARGET_WITHOUT_CONNECTOR
 */
export async function checkedConnection(context: CallContext, target: Connecting): Promise<CheckedConnection> {
  if (target.type !== null || target.fulfilment === "connector") {
    const connectors = await reportedConnectors(context, target);
    return { connectors, address: checkedAddress(connectors, target.address ?? null) };
  }
  const field = needs.find(({ isNeeded }) => isNeeded(target))?.field;
  if (field === undefined) return { connectors: [], address: null };
  throw new ServiceError("TARGET_WITHOUT_CONNECTOR", {
    target: field,
    message: `${field}: this needs a connector. Set type, or leave ${field} out.`,
  });
}

/** Fields that mean nothing without connector. */
const needs: readonly { readonly field: string; readonly isNeeded: (target: Connecting) => boolean }[] = [
  { field: "address", isNeeded: ({ address }) => Object.keys(address ?? {}).length > 0 },
  { field: "listSchedule", isNeeded: ({ listSchedule }) => listSchedule !== null },
  { field: "sourceOfProfiles", isNeeded: ({ sourceOfProfiles }) => sourceOfProfiles },
  { field: "confirmBy", isNeeded: ({ confirmBy }) => confirmBy === "discovery" },
];

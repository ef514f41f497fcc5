import type { TicketField } from "#domain/requests/ticket-rules.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** A ticket system as the operator of this machine sees it; its secrets never come out. */
export interface TicketSystemView extends Omit<Row<"ticketSystems">, "secret" | "previousSecret" | "fields"> {
  readonly fields: readonly TicketField[];
}

/** Reads all ticket systems by their IDs, for the operator of this machine. */
export const listTicketSystems = defineOperation<Record<string, never>, readonly TicketSystemView[]>({
  name: "ticketSystems.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "TKLS", when: "refusalOnly" },
  async run({ store }) {
    const rows = await store.select("ticketSystems", { orderBy: [["id", "asc"]] });
    return rows.map(({ secret: _secret, previousSecret: _previousSecret, fields, ...shown }) => {
      return { ...shown, fields: fields ?? [] };
    });
  },
});

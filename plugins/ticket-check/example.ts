import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "ticketCheck";

/** Accepts the numbers of changes. A real plug-in would ask the ticket system. */
export const run: Plugin<"ticketCheck"> = ({ ticket }) => {
  if (/^CHG-\d{4,}$/.test(ticket)) return { valid: true };
  return { valid: false, message: "must be the number of a change, such as CHG-2030" };
};

import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "ticketCheck";

/** Takes numbers of changes; a real one would ask the system that keeps the tickets. */
export const run: Plugin<"ticketCheck"> = ({ ticket }) => {
  if (/^CHG-\d{4,}$/.test(ticket)) return { valid: true };
  return { valid: false, message: "must be the number of a change, such as CHG-2030" };
};

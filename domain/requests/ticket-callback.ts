/** Template of the path at which ticket systems say that they have closed a ticket. */
export const ticketCallbackTemplate = "/tickets/callback/{ticketSystem}";

/** Type of the only event that ticket systems send. */
export const ticketClosedType = "ticket.closed";

/** Returns the path of the callbacks of a ticket system. */
export function ticketCallbackPath(ticketSystemId: string): string {
  return ticketCallbackTemplate.replace("{ticketSystem}", () => encodeURIComponent(ticketSystemId));
}

/** Headers of a callback, as webhooks of this service have them. */
export const ticketCallbackHeaders = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

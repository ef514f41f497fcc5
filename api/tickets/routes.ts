import { ticketCallbackHeaders, ticketCallbackTemplate } from "#domain/requests/ticket-callback.ts";
import { ticketCallbackBodyMaxBytes } from "#domain/ticket-limits.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { closeTicket } from "#operations/requests/close-ticket.ts";

import type { RouteCall, RouteDefinition } from "../route.ts";

/** The route that ticket systems call; the calls are signed as those of webhooks are. */
export const ticketRoutes: readonly RouteDefinition[] = [
  {
    method: "POST",
    path: ticketCallbackTemplate,
    operation: closeTicket.name,
    policy: null,
    body: "bytes",
    bodyMaxBytes: ticketCallbackBodyMaxBytes,
    async handler({ context, caller, match, headers, rawBody }) {
      const header = (name: string) => headerOf(headers, name);
      await invoke(closeTicket, context, caller, {
        ticketSystem: match.keys["ticketSystem"] ?? "",
        id: header(ticketCallbackHeaders.id),
        timestamp: header(ticketCallbackHeaders.timestamp),
        signature: header(ticketCallbackHeaders.signature),
        body: rawBody.toString("utf8"),
      });
      return { status: 204 };
    },
  },
];

function headerOf(headers: RouteCall["headers"], name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

import { z } from "zod";

import type { Caller, ServiceContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { invoke } from "../invoke.ts";
import { endClientSession, endUserSessions } from "./client-tokens.ts";
import { clientId } from "./engine/client-input.ts";
import { requireClient } from "./engine/require-client.ts";

const removeRow = defineOperation<{ id: string }, { readonly id: string }>({
  name: "clients.remove",
  input: z.strictObject({ id: clientId }),
  callers: ["engine"],
  audit: { operation: "CLRM", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id }) {
    await endClientSession(context, await requireClient(context.store, id));
    await context.store.remove("clients", id);
    return { id };
  },
});

/**
 * Removes a client and ends every session that was begun with it.
 * @throws CLIENT_UNKNOWN
 */
export async function removeClient(service: ServiceContext, caller: Caller, id: string): Promise<void> {
  // First the client, so that no session begins while the others end.
  await invoke(removeRow, service, caller, { id });
  await endUserSessions(service, caller, id);
}

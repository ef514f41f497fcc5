import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import { defineOperation } from "../define-operation.ts";
import type { ClientSecret } from "./add-client.ts";
import { beginClientSession, endClientSession } from "./client-tokens.ts";
import { clientId } from "./engine/client-input.ts";
import { newSecret } from "./engine/client-secret.ts";
import { requireClient } from "./engine/require-client.ts";

/**
 * Gives a client a new secret, shown this once; the old one and the tokens that the client got for itself with it are
 * worth nothing from now on.
 * @throws CLIENT_UNKNOWN
 * @throws CLIENT_UNFIT for a public client
 */
export const rotateClientSecret = defineOperation<{ id: string }, ClientSecret>({
  name: "clients.rotateSecret",
  input: z.strictObject({ id: clientId }),
  callers: ["engine"],
  audit: { operation: "CLSR", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id }) {
    const before = await requireClient(context.store, id);
    if (before.secretHash === null)
      throw new ServiceError("CLIENT_UNFIT", { message: "A public client has no secret. Nothing was changed." });
    const { secret, secretHash } = newSecret(context.ids);
    await endClientSession(context, before);
    const tokenFamily = await beginClientSession(context, before);
    await context.store.save("clients", { id, secretHash, tokenFamily });
    return { id, secret };
  },
});

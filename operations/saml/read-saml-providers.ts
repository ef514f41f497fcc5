import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { trustOf } from "./engine/trust-of.ts";

/** Lists the identity providers by their ids, for the operator of this machine. */
export const listSamlProviders = defineOperation<Record<string, never>, readonly Row<"samlProviders">[]>({
  name: "samlProviders.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "SPLS", when: "refusalOnly" },
  run: ({ store }) => store.select("samlProviders", { orderBy: [["id", "asc"]] }),
});

/**
 * Returns the service's metadata for an identity provider, as XML; they hold only addresses.
 * @throws NOT_FOUND
 */
export const readOwnMetadata = defineOperation<{ provider: string }, string>({
  name: "samlProviders.ownMetadata",
  kind: "read",
  input: z.strictObject({ provider: z.string() }),
  callers: ["anonymous"],
  audit: { operation: "SPMD", when: "refusalOnly" },
  async run(context, { provider }) {
    const row = await context.store.get("samlProviders", provider);
    if (row === undefined) throw new ServiceError("NOT_FOUND", { detail: "no such identity provider" });
    // Loaded on demand: few services have a provider, and the library takes long to load.
    const { ownMetadata } = await import("#platform/saml/saml.ts");
    return ownMetadata(trustOf(context, row), `_${context.ids.guid()}`);
  },
});

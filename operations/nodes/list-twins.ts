import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { Twin } from "#store/replication/twins.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** Returns the rows that have the same ID as an older one, because two nodes have given it. */
export const listTwins = defineOperation<Record<string, never>, { readonly twins: readonly Twin[] }>({
  name: "nodes.listTwins",
  kind: "read",
  input: z.strictObject({}),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("nodes/twins") }],
  audit: { operation: "NDLS", when: "refusalOnly" },
  run: async ({ store }) => ({ twins: await store.replication.twins() }),
});

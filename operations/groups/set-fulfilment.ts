import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { type Fulfilment, fulfilments } from "#domain/requests/fulfilment.ts";

import { implementersInput } from "../abilities/implementers-input.ts";
import { saveImplementers } from "../abilities/save-implementers.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/** Performer of requests about a group from now on. */
export interface FulfilledGroup {
  readonly key: string;
  readonly targetSystemKey: string;
  readonly fulfilment: Fulfilment | null;
  /** Number of the group's own implementers. */
  readonly implementers: number;
}

/**
 * Sets who performs requested operations about a group: its own fulfilment, or null for that of its target system, and its own implementers. A
 * missing field stays unchanged.
 * @throws NOT_FOUND, IMPLEMENTER_INVALID, TARGET_WITHOUT_CONNECTOR
 */
export const setFulfilment = defineOperation({
  name: "groups.setFulfilment",
  input: z.strictObject({
    key: keyInput,
    fulfilment: z.enum(fulfilments).nullable().optional(),
    implementers: implementersInput.nullish(),
  }),
  policies: policiesOfChange("action", "groups/setFulfilment"),
  callers: ["user"],
  audit: { operation: "GRPF", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, fulfilment, implementers }): Promise<FulfilledGroup> {
    const { store } = context;
    const { targetSystemKey, ...group } = await lockedRow(context, { table: "groups", key });
    const wanted = fulfilment === undefined ? group.fulfilment : fulfilment;
    if (wanted === "connector" && (await store.get("targetSystems", targetSystemKey))?.type === null)
      throw new ServiceError("TARGET_WITHOUT_CONNECTOR", { target: "fulfilment" });
    if (wanted !== group.fulfilment) await store.save("groups", { key, fulfilment: wanted });
    const own = { resourceType: "managedGroup", resourceKey: key } as const;
    if (implementers) await saveImplementers(context, own, implementers);
    return { key, targetSystemKey, fulfilment: wanted, implementers: await store.count("implementers", own) };
  },
});

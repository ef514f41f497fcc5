import { z } from "zod";

import { sourcedKey } from "#domain/requests/order-source.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import type { OwnLanes } from "../kernel/run-kind.ts";

const operationKey = z.string().min(1);

/**
 * Counts that the service acts on an item of a run, before it does; gives the number, or null where nothing is to be done now.
 */
export const beginActing = defineOperation({
  name: "runs.beginActing",
  input: z.strictObject({ operationKey }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  async run(context, input): Promise<number | null> {
    const { own, key } = await ownItem(context, input.operationKey);
    return own.begin(context, key);
  },
});

/**
 * Acts on an item of a run as its kind wants it, and records what came of it.
 * @throws OUTCOME_REFUSED where another act has been counted meanwhile
 */
export const actOnItem = defineOperation({
  name: "runs.act",
  input: z.strictObject({ operationKey, sends: z.int().min(1) }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  async prepare(context, input) {
    const { own, key } = await ownItem(context, input.operationKey);
    return own.act(context, key);
  },
  async run(context, { operationKey: named, sends }, answer): Promise<void> {
    const { own, key } = await ownItem(context, named);
    await own.record(context, key, { sends, answer });
  },
});

/** @throws RangeError where the service itself does nothing of the source of the key */
async function ownItem({ tables }: CallContext, named: string): Promise<{ own: OwnLanes<CallContext>; key: string }> {
  const { source, key } = sourcedKey(named);
  const kinds = [...(await tables.runKinds()).values()];
  const own = kinds.find((kind) => kind.source === source && kind.byService !== undefined)?.byService;
  if (own === undefined) throw new RangeError(`the service acts on nothing of the source '${source}'`);
  return { own, key };
}

import { z } from "zod";

import { itemsChangedMax } from "#domain/catalogue-limits.ts";
import type { ItemChanges } from "#domain/catalogue/item-changes.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { asService } from "#domain/query/as-service.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { readsOf } from "../kernel/reads-of.ts";
import { filledText } from "../kernel/text-input.ts";
import { countsOf, namesOf } from "./engine/detail-words.ts";
import { detailFields } from "./engine/details-input.ts";
import { type DetailsPlan, planDetails, shownPlan, writeDetails } from "./engine/planned-details.ts";
import { itemsByKey, requireOwner } from "./engine/save-details.ts";

const setRule = "must come with a value for ownerKey, risk, tags, longestHours or formFields, or nothing would be set";

const input = z.strictObject({
  where: filledText(policyMaxCharacters).meta({ pattern: "\\S", rule: setRule }),
  ...detailFields,
});

type ItemsToSet = z.output<typeof input>;

/**
 * Plans to set details of all catalog items that fulfill a condition in the language of $filter; writes nothing.
 * @throws INPUT_INVALID, USER_UNKNOWN, LIMIT_EXCEEDED, READ_TOO_LONG and the codes of a $filter
 */
export const trialSet = defineOperation<ItemsToSet, ItemChanges>({
  name: "catalogue.trialSet",
  kind: "read",
  input,
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("catalogueItems/trialSet") }],
  audit: { operation: "CTST", when: "refusalOnly" },
  run: async (context, given) => shownPlan(await planOf(context, given, await keysOf(context, given)), false),
});

/**
 * Sets details of all catalog items that fulfill a condition in the language of $filter.
 * @throws INPUT_INVALID, USER_UNKNOWN, LIMIT_EXCEEDED, READ_TOO_LONG and the codes of a $filter
 */
export const setDetails = defineOperation({
  name: "catalogue.set",
  input,
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("catalogueItems/set") }],
  audit: {
    operation: "CTST",
    describe: ({ where: _where, ...fields }, output?: ItemChanges) =>
      output === undefined ? {} : { message: `${namesOf(fields)}: ${countsOf(output)}` },
  },
  // The condition may take long, so it is judged before the transaction.
  prepare: keysOf,
  async run(context, given, keys): Promise<ItemChanges> {
    const plan = await planOf(context, given, keys);
    await writeDetails(context, plan);
    return shownPlan(plan, true);
  },
});

/** Returns the keys of the items that fulfill the condition. */
async function keysOf(context: CallContext, { where: text, ...fields }: ItemsToSet): Promise<readonly string[]> {
  if (Object.keys(definedFields(fields)).length === 0)
    throw new ServiceError("INPUT_INVALID", { target: "where", message: `where: ${setRule}.` });
  const condition = asService(await context.itemCondition(text));
  const keys = await readsOf(context).firstKeys("catalogueItems", condition, itemsChangedMax + 1);
  if (keys.length <= itemsChangedMax) return keys;
  const message = `More than ${itemsChangedMax} items fulfill the condition. Narrow it, and change the items in several steps.`;
  throw new ServiceError("LIMIT_EXCEEDED", { target: "where", message });
}

async function planOf(
  context: CallContext,
  { where: _where, ...fields }: ItemsToSet,
  keys: readonly string[],
): Promise<DetailsPlan> {
  const changes = definedFields(fields);
  await requireOwner(context, changes);
  const items = await itemsByKey(context, keys);
  return planDetails(keys.flatMap((key) => items.get(key) ?? []).map((item) => ({ item, changes })));
}

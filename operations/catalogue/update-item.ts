import { z } from "zod";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { namesOf } from "./engine/detail-words.ts";
import { detailFields } from "./engine/details-input.ts";
import { type Item, itemsByKey, requireOwner, saveDetails } from "./engine/save-details.ts";

/**
 * Changes details of a catalog item; fields that are left out stay as they are.
 * @throws NOT_FOUND, FORBIDDEN, USER_UNKNOWN
 */
export const updateItem = defineOperation({
  name: "catalogue.update",
  input: z.strictObject({ key: keyInput, ...detailFields }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "catalogueItems"),
  audit: {
    operation: "CTUP",
    describe: ({ key, ...fields }) => ({ ident: key, message: namesOf(fields) }),
  },
  async run(context, { key, ...fields }): Promise<Item> {
    const item = await visibleRow(context, { table: "catalogueItems", key });
    const changes = definedFields(fields);
    await requireOwner(context, changes);
    if (Object.keys(changes).length === 0) return item;
    await saveDetails(context, item, changes);
    return (await itemsByKey(context, [key])).get(key) ?? item;
  },
});

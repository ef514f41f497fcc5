import { z } from "zod";

import type { JsonValue } from "#domain/json.ts";
import { pageSizeDefault, pageSizeMax } from "#domain/limits.ts";

import { defineOperation } from "../define-operation.ts";
import { attachedRows } from "../read/attach-rows.ts";
import type { Page, PageInput } from "../read/read-list.ts";
import { visibleRow } from "../read/read-one.ts";
import { optionValues } from "./read-target-systems.ts";
import { targetSystemOptions } from "./target-system-options.ts";

/** An option of a target system with its value. */
export interface OptionView {
  readonly name: string;
  readonly type: "boolean" | "string";
  readonly value: JsonValue;
  readonly lastUpdatedModule: string | null;
  readonly lastUpdatedNode: string | null;
}

const policy = "targetsystems_options_get_list";
const parentPolicy = "targetsystems_get";

/**
 * Reads the options of a target system, those with their initial values too, in the order of their names.
 * @throws NOT_FOUND
 */
export const listTargetSystemOptions = defineOperation<PageInput, Page<OptionView>>({
  name: "targetSystems.listOptions",
  operationType: "READ",
  kind: "read",
  input: z.strictObject({
    parentKey: z.string().optional(),
    top: z.int().min(0).max(pageSizeMax).optional(),
    after: z.string().optional(),
  }),
  callers: ["user"],
  policies: [{ name: parentPolicy, rows: true }, { name: policy }],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ parentKey }) => ({ targetSystem: parentKey ?? null }) },
  async run(context, { parentKey = "", top = pageSizeDefault, after = "" }) {
    await visibleRow(context, { table: "targetSystems", policy: parentPolicy, key: parentKey });
    const attached = { table: "targetSystemOptions", column: "targetSystemId", orderBy: ["name"] } as const;
    const set = (await attachedRows(context, attached, [parentKey])).get(parentKey) ?? [];
    const values = optionValues(set);
    const all = Object.entries(targetSystemOptions)
      .map(([name, { type }]) => {
        const row = set.find((option) => option.name === name);
        const { lastUpdatedModule = null, lastUpdatedNode = null } = row ?? {};
        return { name, type, value: values[name] ?? null, lastUpdatedModule, lastUpdatedNode };
      })
      .filter(({ name }) => name > after)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { rows: all.slice(0, top), more: all.length > top };
  },
});

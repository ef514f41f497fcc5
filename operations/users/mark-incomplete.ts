import { z } from "zod";

import { incompletePageMax } from "#domain/people-limits.ts";
import { allOf, anyOf, eq, noneOf, related } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { isLeading } from "../kernel/leading-node.ts";
import { notice } from "../notices/engine/notice.ts";

/**
 * Marks external people who have no end or no sponsor, as sources bring them, notifies superusers of how many they are, and unmarks those
 * who are complete. `more` is true if there may be others. Of several nodes one does it.
 */
export const markIncomplete = defineOperation({
  name: "users.markIncomplete",
  input: z.strictObject({}),
  callers: ["engine"],
  audit: { operation: "USTM", when: "never" },
  async run(context): Promise<{ more: boolean }> {
    if (!(await isLeading(context))) return { more: false };
    const { store, settings } = context;
    const { externalPeople } = settings;
    const lacks = anyOf(eq("endsAt", null), eq("sponsorKey", null));
    const isExternal = related("classMemberships", eq("userClassId", externalPeople ?? ""));
    const isWanting = allOf(eq("disabled", false), lacks, isExternal);
    const limit = incompletePageMax;
    const complete = await store.select("users", {
      where: allOf(eq("externalIncomplete", true), noneOf(isWanting)),
      limit,
    });
    for (const { key } of complete) await store.save("users", { key, externalIncomplete: false });
    const found = await store.select("users", { where: allOf(isWanting, eq("externalIncomplete", false)), limit });
    for (const { key } of found) await store.save("users", { key, externalIncomplete: true });
    if (found.length > 0) {
      const superusers = await store.select("users", { where: { superuser: true, disabled: false } });
      const to = superusers.map(({ key }) => key);
      notice(context, "externalsIncomplete", { requestKey: null, to, facts: { people: found.length } });
    }
    return { more: Math.max(complete.length, found.length) === limit };
  },
});

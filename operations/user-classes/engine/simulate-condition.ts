import { z } from "zod";

import { classCodes } from "#domain/analyses/analysis-rows.ts";
import { analysisPagePeople } from "#domain/analysis-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters, policyMaxCharacters } from "#domain/limits.ts";
import { allOf, eq, gt, noneOf, related } from "#domain/query/condition.ts";

import type { NewRow } from "../../kernel/analysis-kind.ts";
import type { CallContext } from "../../kernel/context.ts";
import { defineAnalysis } from "../../kernel/define-analysis.ts";
import { readerOf } from "../../kernel/reads-of.ts";
import { filledText } from "../../kernel/text-input.ts";
import { judgedCondition } from "./class-conditions.ts";

const input = z.strictObject({
  userClassId: filledText(idMaxCharacters).nullish(),
  condition: filledText(policyMaxCharacters),
});

/** Condition of a user class: everybody who would join or leave the class. Members by hand stay. */
export const simulatedCondition = defineAnalysis({
  input,
  async check(context, { userClassId = null, condition }) {
    await judgedCondition(context, userClassId ?? newClass, condition);
    if (userClassId === null || (await context.store.get("userClasses", userClassId)) !== undefined) return;
    const message = `No user class is named '${userClassId}'. Leave userClassId out for a new class.`;
    throw new ServiceError("USER_CLASS_UNKNOWN", { target: "input/userClassId", message });
  },
  async page(context, { input: { userClassId, condition: text }, after, before }) {
    const reads = context.store.readsFor(readerOf(context));
    const { joins, leaves } = await differences(context, userClassId ?? newClass, text);
    const total = before.progress.total ?? (await reads.count("users", joins)) + (await reads.count("users", leaves));
    const [part, key] = placeOf(after);
    const condition = part === "joins" ? joins : leaves;
    const keys = await reads.firstKeys("users", allOf(condition, gt("key", key)), analysisPagePeople);
    const isPartOver = keys.length < analysisPagePeople;
    const rows = keys.map((userKey): NewRow => ({ userKey, operation: classCodes[part], why: reasons[part] }));
    return {
      rows,
      next: isPartOver ? followers[part] : `${part} ${keys.at(-1) ?? ""}`,
      progress: { done: before.progress.done + rows.length, total },
    };
  },
});

/** ID that no class has, for a class that does not exist yet. */
const newClass = "";

type Part = keyof typeof classCodes;

const reasons = { joins: "conditionChooses", leaves: "conditionDropsOut" } as const;
const followers = { joins: "leaves ", leaves: null } as const;

function placeOf(after: string | null): readonly [Part, string] {
  const [part = "joins", key = ""] = (after ?? "joins ").split(" ");
  return [part === "leaves" ? "leaves" : "joins", key];
}

async function differences(context: CallContext, id: string, text: string) {
  const condition = await judgedCondition(context, id, text);
  const member = eq("userClassId", id);
  return {
    joins: allOf(condition, noneOf(related("classMemberships", member))),
    leaves: allOf(related("classMemberships", allOf(member, eq("byCondition", true))), noneOf(condition)),
  };
}

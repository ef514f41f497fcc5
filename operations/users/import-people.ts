import { z } from "zod";

import type { PeoplePlan, PlannedPerson } from "#domain/identity/people-plan.ts";
import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { requireStay } from "./engine/check-stay.ts";
import { requireAllComplete } from "./engine/externals.ts";
import { lookAtUser } from "./engine/follow-stay.ts";
import { planFile } from "./engine/plan-file.ts";

/** Result, or plan, of importing a file of users. */
export interface PeopleImport extends PeoplePlan {
  /** False if nothing was written. */
  readonly written: boolean;
}

/**
 * Plans the import of each row of a file of users; writes nothing.
 * @throws LIMIT_EXCEEDED
 */
export const trialImport = defineOperation<{ text: string }, PeopleImport>({
  name: "users.trialImport",
  kind: "read",
  input: z.strictObject({ text: z.string() }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("users/trialImport") }],
  audit: { operation: "USIM", when: "refusalOnly" },
  run: async (context, { text }) => ({ ...(await planFile(context, text)), written: false }),
});

/**
 * Adds and changes users by a file: all rows or, if a row has a fault, none; with `keepGoing` the rows without fault. Nothing is written if
 * an external person would lack an end or a sponsor.
 * @throws LIMIT_EXCEEDED, SPONSOR_UNFIT, EXTERNAL_INCOMPLETE
 */
export const importPeople = defineOperation({
  name: "users.import",
  input: z.strictObject({ text: z.string(), keepGoing: z.boolean().nullish() }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("users/import") }],
  audit: {
    operation: "USIM",
    describe: (_input, output?: PeopleImport) =>
      output === undefined ? {} : { result: output.written ? "S" : "F", message: countsOf(output) },
  },
  async run(context, { text, keepGoing }): Promise<PeopleImport> {
    const plan = await planFile(context, text);
    if (plan.faults.length > 0 && keepGoing !== true) return { ...plan, written: false };
    for (const person of plan.people) await writePerson(context, person);
    await requireAllComplete(
      context,
      plan.people.filter(({ does }) => does !== "leave").map(({ key }) => key),
    );
    return { ...plan, written: true };
  },
});

/** Returns the numbers of rows that add, change, leave and are refused, in words. */
export function countsOf({ people, faults }: PeoplePlan): string {
  const count = (does: PlannedPerson["does"]) => people.filter((person) => person.does === does).length;
  const refused = new Set(faults.map(({ line }) => line)).size;
  return `add ${count("add")}, change ${count("change")}, leave ${count("leave")}, refuse ${refused}`;
}

/** Writes one planned user, in the current transaction, with its own audit row. */
async function writePerson(context: CallContext, { key, id, does, changes }: PlannedPerson): Promise<void> {
  const { store, caller } = context;
  if (does === "leave") return;
  const user =
    does === "add" ? await store.add("users", { key, id, ...changes }) : await store.save("users", { key, ...changes });
  // Two rows may sponsor each other, which shows when the first is written.
  if (changes.sponsorKey !== undefined) await requireStay(context, user, { sponsorKey: changes.sponsorKey });
  await lookAtUser(context, key);
  await store.audit({
    sessid: caller.sessid,
    operation: does === "add" ? "USAD" : "USUP",
    result: "S",
    actor: caller.key ?? caller.id,
    ip: caller.ip ?? null,
    requestId: caller.requestId,
    recipient: key,
    ident: id,
  });
}

import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { operationCodesWhere } from "#domain/requests/operation-codes.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { samplePeople } from "./people.ts";
import { sampleTargets } from "./targets.ts";

/** Next sample request: an account on a target for a person without one there. */
export interface NextPerson {
  readonly targetSystemId: string;
  /** User ID of the person, who is requester and recipient. */
  readonly recipientId: string;
}

/** Codes by which an account is requested. */
const creating = operationCodesWhere(({ creates }) => creates === "account");

/** Finds the next person of the sample organization without an account and without an open request for one; null if there is none. */
export const nextSamplePerson = defineOperation({
  name: "sample.nextPerson",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "SMPN", when: "refusalOnly" },
  async run({ store }): Promise<NextPerson | null> {
    const users = new Map((await store.select("users")).map((user) => [user.id, user]));
    const unfinished = await store.select("reqbatch", { where: { finishedAt: null } });
    const waiting = new Map(unfinished.map(({ key, recipientKey }) => [key, recipientKey]));
    for (const { id: targetSystemId } of sampleTargets) {
      const accounts = await store.select("accounts", { where: { targetSystemKey: targetSystemId } });
      const asked = await store.select("requestOperations", {
        where: allOf(eq("targetSystemKey", targetSystemId), oneOf("code", creating)),
      });
      const taken = new Set([
        ...accounts.map(({ userKey }) => userKey),
        ...asked.map(({ requestKey }) => waiting.get(requestKey)),
      ]);
      for (const { id } of samplePeople()) {
        const recipient = users.get(id);
        if (recipient && !taken.has(recipient.key)) return { targetSystemId, recipientId: id };
      }
    }
    return null;
  },
});

import { ServiceError } from "#domain/errors.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { OutcomeObject } from "#domain/requests/order.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import type { FoundTask } from "./find-task.ts";

/** IDs that an implementer has given a new object; null for those that were requested. */
export interface MadeIds {
  readonly shortId: string | null;
  readonly stableId: string | null;
}

/**
 * Returns the object that an implementer has made for an operation, as they say; undefined if the operation makes none.
 * @throws OPERATION_FIELD_UNFIT, OPERATION_FIELD_MISSING, TASK_OBJECT_TAKEN
 */
export async function madeObject(
  context: CallContext,
  found: FoundTask,
  { shortId, stableId }: MadeIds,
): Promise<OutcomeObject | undefined> {
  const { code, attributes } = found.operation;
  const { creates } = definitionOf(code);
  if (creates === null) {
    const field = shortId === null ? "stableId" : "shortId";
    if (shortId === null && stableId === null) return undefined;
    throw new ServiceError("OPERATION_FIELD_UNFIT", {
      target: field,
      message: `${code} makes no object. Leave ${field} out.`,
    });
  }
  const name = shortId ?? (await requestedName(context, found, creates));
  if (name === null)
    throw new ServiceError("OPERATION_FIELD_MISSING", {
      target: "shortId",
      message: `shortId: name the new ${creates}.`,
    });
  const id = stableId ?? name;
  await requireFree(context, found, { type: creates, id, name });
  const { [nameAttribute]: _named, ...others } = attributes;
  return { id, name, attributes: others };
}

async function requestedName(
  { store }: CallContext,
  { request, operation }: FoundTask,
  creates: "account" | "group",
): Promise<string | null> {
  const asked = operation.attributes[nameAttribute]?.[0];
  if (asked !== undefined) return String(asked);
  return creates === "account" ? ((await store.get("users", request.recipientKey))?.id ?? null) : null;
}

interface Made {
  readonly type: "account" | "group";
  readonly id: string;
  readonly name: string;
}

/**
 * Refuses the ID and the name of another object on record: whoever names it would give it to the recipient. Superusers may name an account
 * without owner.
 */
async function requireFree(context: CallContext, { request, operation }: FoundTask, made: Made): Promise<void> {
  const { store, caller } = context;
  const targetSystemKey = targetKeyOf(operation);
  for (const [field, where] of [
    ["stableId", { targetSystemKey, stableId: made.id }],
    ["shortId", { targetSystemKey, shortId: made.name }],
  ] as const) {
    const known = made.type === "account" ? await store.select("accounts", { where }) : [];
    const groups = made.type === "group" ? await store.count("groups", where) : 0;
    const mayHave = (userKey: string | null) =>
      userKey === request.recipientKey || (userKey === null && caller.superuser);
    if (groups > 0 || known.some(({ userKey }) => !mayHave(userKey)))
      throw new ServiceError("TASK_OBJECT_TAKEN", { target: field });
  }
}

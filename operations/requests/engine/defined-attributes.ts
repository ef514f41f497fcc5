import {
  judgeAttributes,
  type JudgedAttributes,
  type Occasion,
  type Profile,
} from "#domain/discovery/attribute-definitions.ts";
import { profileTexts } from "#domain/discovery/profile-mappings.ts";
import { definitionOf, type OperationCode } from "#domain/requests/operation-codes.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";
import type { CodedOperation } from "./operation-input.ts";
import { nameAttribute } from "./order-subject.ts";

/**
 * The attributes of an operation as the definitions of its target system make them, and what of them does not fit; undefined
 * for an operation that writes none. `personKey` is whose profile a new account is made from.
 */
export async function definedAttributes(
  context: ServiceContext,
  operation: CodedOperation,
  personKey: string | null,
): Promise<JudgedAttributes | undefined> {
  const written = writtenBy(operation.code);
  if (written === undefined) return undefined;
  const { type: discoveredObjectType, occasion } = written;
  const all = await context.store.select("targetSystemAttributeDefinitions", {
    where: { targetSystemId: operation.targetSystemKey, discoveredObjectType },
    orderBy: [["sequence", "asc"]],
  });
  // What names the object has rules of its own.
  const definitions = all.filter(({ attribute }) => attribute !== nameAttribute);
  if (definitions.length === 0) return undefined;
  const given = operation.attributes ?? {};
  const leads = definitions.some(sets) && !(occasion === "update" && (await isSource(context, operation)));
  const profile = leads ? await profileOf(context, await ownerOf(context, operation, personKey)) : {};
  return judgeAttributes(definitions, { occasion, given, profile });
}

function writtenBy(code: OperationCode): { readonly type: "user" | "group"; readonly occasion: Occasion } | undefined {
  const { creates } = definitionOf(code);
  if (creates !== null) return { type: creates === "account" ? "user" : "group", occasion: "create" };
  if (code === "UPDA") return { type: "user", occasion: "update" };
  return code === "UPDG" ? { type: "group", occasion: "update" } : undefined;
}

function sets({ actionOnCreate, actionOnUpdate }: Row<"targetSystemAttributeDefinitions">): boolean {
  return actionOnCreate === "set" || actionOnUpdate === "set";
}

/** There the profile follows the account, so an account that is there is not held to the profile. */
async function isSource({ store }: ServiceContext, { targetSystemKey }: CodedOperation): Promise<boolean> {
  return (await store.get("targetSystems", targetSystemKey))?.sourceOfProfiles === true;
}

async function ownerOf({ store }: ServiceContext, { accountKey }: CodedOperation, personKey: string | null) {
  if (!accountKey) return personKey;
  return (await store.get("accounts", accountKey))?.userKey ?? null;
}

/** The profile of a person; the id and the texts of the user stand in it where no attribute has that name. */
async function profileOf({ store }: ServiceContext, userKey: string | null): Promise<Profile> {
  const user = userKey === null ? undefined : await store.get("users", userKey);
  if (!user) return {};
  const rows = await store.select("userAttributes", { where: { userKey: user.key }, orderBy: [["sequence", "asc"]] });
  const texts = profileTexts.flatMap((name) => (user[name] === null ? [] : [[name, [user[name]]] as const]));
  return { id: [user.id], ...Object.fromEntries(texts), ...valuesByName(rows) };
}

import {
  judgeAttributes,
  type JudgedAttributes,
  type Occasion,
  type Profile,
} from "#domain/discovery/attribute-definitions.ts";
import { profileTexts } from "#domain/discovery/profile-mappings.ts";
import { definitionOf, objectTypeOf, type OperationCode } from "#domain/requests/operation-codes.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";

/** An operation that writes attributes, and the definitions of its target system for objects of that type. */
interface Defined {
  readonly operation: CodedOperation;
  readonly written: WrittenAttributes;
  readonly definitions: readonly Row<"targetSystemAttributeDefinitions">[];
  readonly personKey: string | null;
}

/** Objects whose attributes an operation writes, and the occasion. */
export interface WrittenAttributes {
  readonly of: "account" | "group";
  readonly occasion: Occasion;
}

/**
 * Applies the definitions of its target system to the attributes of an operation; returns them with the values that do not fit, undefined
 * without definitions. A new account is made from the profile of `personKey`.
 */
export async function definedAttributes(
  context: ServiceContext,
  { operation, written: { occasion }, definitions, personKey }: Defined,
): Promise<JudgedAttributes | undefined> {
  if (definitions.length === 0) return undefined;
  const given = operation.attributes ?? {};
  const leads = definitions.some(sets) && !(occasion === "update" && (await isSource(context, operation)));
  const profile = leads ? await profileOf(context, await ownerOf(context, operation, personKey)) : {};
  return judgeAttributes(definitions, { occasion, given, profile });
}

/** Returns the type of objects whose attributes operations of a code write, and the occasion; undefined if they write none. */
export function writtenBy(code: OperationCode): WrittenAttributes | undefined {
  const definition = definitionOf(code);
  const of = objectTypeOf(definition);
  if (definition.creates !== null) return { of, occasion: "create" };
  return definition.capability === "update" ? { of, occasion: "update" } : undefined;
}

function sets({ actionOnCreate, actionOnUpdate }: Row<"targetSystemAttributeDefinitions">): boolean {
  return actionOnCreate === "set" || actionOnUpdate === "set";
}

/**
 * Reports whether the target is a source of profiles: there the profile follows the account, so an existing account is not held to the
 * profile.
 */
async function isSource({ store }: ServiceContext, operation: CodedOperation): Promise<boolean> {
  return (await store.get("targetSystems", targetKeyOf(operation)))?.sourceOfProfiles === true;
}

async function ownerOf({ store }: ServiceContext, { accountKey }: CodedOperation, personKey: string | null) {
  if (!accountKey) return personKey;
  return (await store.get("accounts", accountKey))?.userKey ?? null;
}

/** Returns the profile of a user; the ID and the texts of the user are in it unless an attribute has that name. */
export async function profileOf({ store }: Pick<ServiceContext, "store">, userKey: string | null): Promise<Profile> {
  const user = userKey === null ? undefined : await store.get("users", userKey);
  if (!user) return {};
  const rows = await store.select("userAttributes", { where: { userKey: user.key }, orderBy: [["sequence", "asc"]] });
  const texts = profileTexts.flatMap((name) => (user[name] === null ? [] : [[name, [user[name]]] as const]));
  return { id: [user.id], ...Object.fromEntries(texts), ...valuesByName(rows) };
}

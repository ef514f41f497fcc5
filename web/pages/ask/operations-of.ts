import { operationCodes, type OperationCode } from "#domain/requests/operation-codes.ts";

import type { Account, CatalogueField } from "../../api/model.ts";
import type { Wish } from "./draft.ts";

/** An operation of a request, as it is submitted. */
export interface AskedOperation {
  readonly code: string;
  readonly targetSystemKey: string;
  readonly accountKey?: string;
  readonly groupKey?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** What the definitions of an operation say of it. */
export const definitionOf = (code: string) => operationCodes[code as OperationCode];

/** The attributes that are defined for what an operation writes. */
export function definedFields(code: string, fields: readonly CatalogueField[]): readonly CatalogueField[] {
  const { creates, capability } = definitionOf(code);
  const isOfGroup = creates === "group" || code === "UPDG";
  const kind = isOfGroup ? "group" : creates === "account" || capability === "update" ? "user" : undefined;
  return fields.filter(({ discoveredObjectType }) => discoveredObjectType === kind);
}

/** The attributes that are asked of somebody for an operation: those of the kind of object that it writes, and not from the profile. */
export function fieldsOf({ item, code }: Wish): readonly CatalogueField[] {
  return definedFields(code, item.fields).filter(({ fromProfile }) => !fromProfile);
}

/** The accounts of somebody on the target system of a wish. */
export const accountsFor = ({ item }: Wish, accounts: readonly Account[]): readonly Account[] =>
  accounts.filter(({ targetSystemKey }) => targetSystemKey === item.targetSystemKey);

/** The one of somebody's own accounts that a wish is about: the one that was chosen, else the first; undefined = there is none. */
export function accountOf(wish: Wish, accounts: readonly Account[]): Account | undefined {
  const own = accountsFor(wish, accounts);
  return own.find(({ key }) => wish.accountKeys?.includes(key)) ?? own[0];
}

/** The operations that are submitted for one recipient, who has these accounts. An account that a wish needs and nobody has is asked for, too. */
export function operationsOf(wishes: readonly Wish[], accounts: readonly Account[]): readonly AskedOperation[] {
  const created = new Set(
    wishes.filter(({ code }) => definitionOf(code).creates === "account").map(({ item }) => item.targetSystemKey),
  );
  return wishes.flatMap((wish): readonly AskedOperation[] => {
    const { item, code } = wish;
    const { account } = definitionOf(code);
    const { targetSystemKey } = item;
    const accountKey = account === "none" ? undefined : accountOf(wish, accounts)?.key;
    const operation = {
      code,
      targetSystemKey,
      ...(accountKey !== undefined && { accountKey }),
      ...(item.resourceType === "managedGroup" && { groupKey: item.key }),
      ...attributesOf(wish),
    };
    if (account !== "existingOrCreated" || accountKey !== undefined || created.has(targetSystemKey)) return [operation];
    created.add(targetSystemKey);
    return [{ code: "ACUA", targetSystemKey }, operation];
  });
}

function attributesOf(wish: Wish): Pick<AskedOperation, "attributes"> {
  const given = fieldsOf(wish).flatMap((field): readonly [string, unknown][] => {
    const text = wish.values[field.attribute]?.trim() ?? "";
    return text === "" ? [] : [[field.attribute, valueOf(field, text)]];
  });
  return given.length === 0 ? {} : { attributes: Object.fromEntries(given) };
}

/** What was typed as a value of the attribute; of one with several values each line is one. */
function valueOf({ type, maxValues }: CatalogueField, text: string): unknown {
  const one = (typed: string) => (type === "number" ? Number(typed) : type === "boolean" ? typed === "true" : typed);
  if (maxValues === 1) return one(text);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(one);
}

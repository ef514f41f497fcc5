import { givesItem } from "#domain/catalogue/form-codes.ts";
import type { FormValue } from "#domain/catalogue/form-fields.ts";
import {
  objectTypeOf,
  operationCodes,
  type OperationCode,
  type OperationDefinition,
} from "#domain/requests/operation-codes.ts";

import type { Account, CatalogueField, CatalogueFormField } from "../../api/model.ts";
import { formOf } from "../../forms/item-form-values.ts";
import type { Wish } from "./draft.ts";

/** An operation of a request in the form in which it is submitted. */
export interface AskedOperation {
  readonly code: string;
  readonly targetSystemKey?: string;
  readonly roleKey?: string;
  readonly sodRuleKey?: string;
  readonly control?: string;
  readonly accountKey?: string;
  readonly groupKey?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly forHours?: number;
  readonly form?: Readonly<Record<string, FormValue>>;
}

/** Returns the definition of an operation code. */
export const definitionOf = (code: string): OperationDefinition => operationCodes[code as OperationCode];

/** Returns the attributes that are defined for the object of an operation. */
export function definedFields(code: string, fields: readonly CatalogueField[]): readonly CatalogueField[] {
  const definition = definitionOf(code);
  const writes = definition.creates !== null || definition.capability === "update";
  const kind = !writes ? undefined : objectTypeOf(definition) === "group" ? "group" : "user";
  return fields.filter(({ discoveredObjectType }) => discoveredObjectType === kind);
}

/** Returns the attributes to enter for an item: those of the kind of object that its operation writes, without those from the profile. */
export function fieldsOf({ item, code }: Wish): readonly CatalogueField[] {
  return definedFields(code, item.fields).filter(({ fromProfile }) => !fromProfile);
}

/** Returns the accounts that are on the target system of an item. */
export const accountsFor = ({ item }: Wish, accounts: readonly Account[]): readonly Account[] =>
  accounts.filter(({ targetSystemKey }) => targetSystemKey === item.targetSystemKey);

/**
 * Returns the account of a recipient that an item uses: the selected one, else the first; undefined if there is none on the target system.
 */
export function accountOf(wish: Wish, accounts: readonly Account[]): Account | undefined {
  const own = accountsFor(wish, accounts);
  return own.find(({ key }) => wish.accountKeys?.includes(key)) ?? own[0];
}

/**
 * Returns the operations to submit for a recipient with these accounts. If an item needs an account that does not exist, an operation that
 * creates it comes first.
 */
export function operationsOf(wishes: readonly Wish[], accounts: readonly Account[]): readonly AskedOperation[] {
  const created = new Set(
    wishes.filter(({ code }) => definitionOf(code).creates === "account").map(({ item }) => item.targetSystemKey),
  );
  return wishes.flatMap((wish): readonly AskedOperation[] => {
    const { item, code } = wish;
    if (item.resourceType === "role") return [{ code, roleKey: item.key, ...endOf(wish), ...filledForm(wish) }];
    const { account } = definitionOf(code);
    // A template, which is of no target system, has a page of its own.
    const targetSystemKey = item.targetSystemKey ?? "";
    const accountKey = account === "none" ? undefined : accountOf(wish, accounts)?.key;
    const operation = {
      code,
      targetSystemKey,
      ...(accountKey !== undefined && { accountKey }),
      ...(item.resourceType === "managedGroup" && { groupKey: item.key }),
      ...attributesOf(wish),
      ...endOf(wish),
      ...filledForm(wish),
    };
    if (account !== "existingOrCreated" || accountKey !== undefined || created.has(targetSystemKey)) return [operation];
    created.add(targetSystemKey);
    return [{ code: "ACUA", targetSystemKey }, operation];
  });
}

/** Returns the fields of the form of an item that its operation fills in: none if the operation does not give the item. */
export function formFieldsOf({ item, code }: Wish): readonly CatalogueFormField[] {
  // A draft of an earlier version has an item without them.
  const { formFields = [] } = item as Partial<typeof item>;
  return givesItem(code as OperationCode) ? formFields : [];
}

function filledForm(wish: Wish): Pick<AskedOperation, "form"> {
  const form = formOf(formFieldsOf(wish), wish.form ?? {});
  return form === undefined ? {} : { form };
}

function attributesOf(wish: Wish): Pick<AskedOperation, "attributes"> {
  const given = fieldsOf(wish).flatMap((field): readonly [string, unknown][] => {
    const text = wish.values[field.attribute]?.trim() ?? "";
    return text === "" ? [] : [[field.attribute, valueOf(field, text)]];
  });
  return given.length === 0 ? {} : { attributes: Object.fromEntries(given) };
}

/** Reports whether what an operation gives may have an end. */
export function mayEnd(code: string): boolean {
  const { gives, end } = definitionOf(code);
  return gives !== undefined || end !== undefined;
}

/** Returns the end of the access that an item gives; a text that is no number goes to the service, which says so. */
function endOf({ code, hours = "" }: Wish): Pick<AskedOperation, "forHours"> {
  return !mayEnd(code) || hours.trim() === "" ? {} : { forHours: Number(hours.trim()) };
}

/** Converts typed text to the value of an attribute; for an attribute with several values each line is one. */
function valueOf({ type, maxValues }: CatalogueField, text: string): unknown {
  const one = (typed: string) => (type === "number" ? Number(typed) : type === "boolean" ? typed === "true" : typed);
  if (maxValues === 1) return one(text);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(one);
}

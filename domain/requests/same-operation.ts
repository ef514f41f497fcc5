import { definitionOf, type OperationCode } from "./operation-codes.ts";
import type { OrderAttributes } from "./order.ts";

/** Fields of an operation that tell what is requested. */
export interface ComparedOperation {
  readonly code: OperationCode;
  readonly targetSystemKey?: string | null | undefined;
  readonly accountKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  readonly roleKey?: string | null | undefined;
  readonly sodRuleKey?: string | null | undefined;
  readonly attributes?: OrderAttributes | null | undefined;
}

/**
 * Returns true if two operations for the same person request the same thing: the same code on the same target system, account and group, or about the same role or rule.
 * New objects are the same by their name, updates by an attribute that both set. `usualName` is the name of a new account that has none.
 */
export function isSameOperation(one: ComparedOperation, other: ComparedOperation, usualName: string): boolean {
  if (identityOf(one, usualName) !== identityOf(other, usualName)) return false;
  if (definitionOf(one.code).capability !== "update") return true;
  const names = attributeNames(other);
  return [...attributeNames(one)].some((name) => names.has(name));
}

/** Returns a text that is the same for two operations of one person that request the same thing; updates may differ in their attributes. */
export function identityOf(operation: ComparedOperation, usualName: string): string {
  const { code, targetSystemKey = null, accountKey = null, groupKey = null } = operation;
  const about = [targetSystemKey, accountKey, groupKey, createdName(operation, usualName)];
  // The role through which a connector gives access makes no other operation of it.
  const rule = definitionOf(code).capability === null ? [operation.roleKey, operation.sodRuleKey] : [];
  return JSON.stringify([code, ...about, ...rule.map((key) => key ?? null).filter((key) => key !== null)]);
}

function createdName({ code, attributes }: ComparedOperation, usualName: string): string | null {
  if (definitionOf(code).creates === null) return null;
  return String(attributes?.["shortId"]?.[0] ?? usualName).toLowerCase();
}

function attributeNames({ attributes }: ComparedOperation): ReadonlySet<string> {
  return new Set(Object.keys(attributes ?? {}).map((name) => (name.split(";", 1)[0] ?? "").toLowerCase()));
}

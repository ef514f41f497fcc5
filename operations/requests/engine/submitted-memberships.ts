import type { ChangedMembership } from "#domain/requests/changed-memberships.ts";
import { isOperationCode } from "#domain/requests/operation-codes.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import { attributeRules } from "./attribute-rules.ts";
import { writtenBy } from "./defined-attributes.ts";
import { writtenMemberships } from "./written-memberships.ts";

/**
 * Returns the memberships that the attributes of submitted operations change, for a policy that decides by codes and groups. Before
 * validation any part of them may have any shape; invalid parts change nothing.
 */
export async function submittedMemberships(
  context: Pick<ServiceContext, "store">,
  operations: readonly Partial<RequestedOperation>[],
): Promise<readonly ChangedMembership[]> {
  const found: ChangedMembership[] = [];
  for (const operation of operations) found.push(...(await membershipsIn(context, operation ?? {})));
  return found;
}

async function membershipsIn(
  context: Pick<ServiceContext, "store">,
  { code, targetSystemKey, accountKey, groupKey, attributes }: { readonly [P in keyof RequestedOperation]?: unknown },
): Promise<readonly ChangedMembership[]> {
  if (typeof code !== "string" || typeof targetSystemKey !== "string" || !isOperationCode(code)) return [];
  const written = writtenBy(code);
  const given = attributesIn(attributes);
  if (written === undefined || Object.keys(given).length === 0) return [];
  const target = await context.store.get("targetSystems", targetSystemKey);
  if (!target) return [];
  const rules = (await attributeRules(context, [target]))(target.id, written.of);
  const keyIn = (value: unknown) => (typeof value === "string" ? value : null);
  const objects = { accountKey: keyIn(accountKey), groupKey: keyIn(groupKey) };
  const operation = { code, targetSystemKey, ...objects, attributes: given };
  return (await writtenMemberships(context, { operation, ...rules })).changes;
}

function attributesIn(attributes: unknown): OrderAttributes {
  if (typeof attributes !== "object" || attributes === null) return {};
  const entries = Object.entries(attributes).filter(([name]) => name !== nameAttribute);
  return Object.fromEntries(entries.map(([name, values]) => [name, [values].flat().map(String)]));
}

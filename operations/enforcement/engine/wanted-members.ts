import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, gt, never, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { openStatuses, RequestStatus } from "#domain/requests/request-status.ts";

import type { ChosenRole } from "./enforced-roles.ts";

/** Returns the condition on users who are to have a role at a moment; it holds for nobody if the role is not in force. */
export function wantedMembers({ role, condition }: ChosenRole, nowMs: number, isAssigned = true): Expression {
  if (role.state !== "inForce") return never;
  const lasts = anyOf(eq("until", null), gt("until", nowMs));
  const assigned = (...reasons: readonly string[]) =>
    isAssigned ? related("roleAssignments", allOf(eq("roleKey", role.key), oneOf("because", reasons), lasts)) : never;
  const isPresent = allOf(eq("disabled", false), anyOf(eq("endsAt", null), gt("endsAt", nowMs)));
  return allOf(anyOf(condition, assigned("request", "named")), noneOf(assigned("excluded")), isPresent);
}

/** Returns the condition on users who have a role. */
export function hasRole(roleKey: string): Expression {
  return related("roleMemberships", eq("roleKey", roleKey));
}

/** Returns the condition on users for whom an operation about a role is open. */
export function isAskedAbout(roleKey: string, code: string): Expression {
  const isOpen = anyOf(eq("result", null), eq("result", OperationResult.Pending));
  const operation = related("operations", allOf(eq("roleKey", roleKey), eq("code", code), isOpen));
  return related("requests", allOf(oneOf("status", openStatuses), operation));
}

/** Returns the condition on users for whom an operation about a role was denied since a time. */
export function wasDeniedAbout(roleKey: string, code: string, sinceMs: number): Expression {
  const operation = related("operations", allOf(eq("roleKey", roleKey), eq("code", code)));
  return related("requests", allOf(eq("status", RequestStatus.Denied), gt("createdAt", sinceMs), operation));
}

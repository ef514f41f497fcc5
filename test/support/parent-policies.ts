import { policyName, policyOf } from "#domain/policy-name.ts";

/** A route as far as the rule of parents (domain.md 7) needs it. */
export interface GuardedRoute {
  readonly method: string;
  readonly path: string;
}

/**
 * Sets of actions that need their own policy alone. A user changes the password of an account that the user may not otherwise read, so the
 * policy's rule checks whose account it is.
 */
const actionsAskedAlone = ["accounts", "users", "proxyservers"];

/** Sets whose entities are changed by a policy of their own alone, because it sees the entity itself or is for superusers. */
const writesAskedAlone = ["accounts", "groups"];

/**
 * Returns the policies that are decided before the one of a route, from the outermost entity inwards: those for reading each entity above
 * the addressed one, and for a change that for reading the entity itself.
 */
export function parentPolicies({ method, path }: GuardedRoute): readonly string[] {
  // Nobody learns of a person what they could not request for them.
  if (path === "/v2/catalogueItems/standing") return [policyOf.get("catalogueItems"), policyOf.create("requests")];
  if (/^\/v2\/grants\([^)]+\)\/extend$/.test(path)) return [policyOf.get("grants"), policyOf.create("requests")];
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "v2");
  const parents = segments.slice(0, -1).flatMap((segment, index) => {
    const above = `/${segments.slice(0, index + 1).join("/")}`;
    return segment.endsWith(")") && readOnTheWay(segments, index) ? [policyName(above, "get")] : [];
  });
  const [set = ""] = segments;
  const ownEntity = segments.length === 1 && set.endsWith(")") && (method === "PATCH" || method === "DELETE");
  if (!ownEntity || writesAskedAlone.includes(nameOf(set))) return parents;
  return [...parents, policyName(path, "get")];
}

/** Returns the policies that are decided after the one of a route, because its answer has values with a policy of their own, or is about others. */
export function valuePolicies({ method, path }: GuardedRoute): readonly string[] {
  const showsValues = method === "GET" && /^\/v2\/accounts\([^)]+\)\/attributes(\([^)]+\))?$/.test(path);
  if (showsValues) return [policyOf.get("accounts/attributes/data/value")];
  // Of others, the rules are for those who may set the password.
  if (method === "POST" && /^\/v2\/users\([^)]+\)\/passwordRules$/.test(path))
    return [policyOf.action("users/resetPasswords")];
  const showsPeople = method === "GET" && /^\/v2\/catalogueItems(\([^)]+\))?$/.test(path);
  return showsPeople
    ? ["phases/person", "phases/userClass", "owner"].map((name) => policyOf.get(`catalogueItems/${name}`))
    : [];
}

function readOnTheWay(segments: readonly string[], index: number): boolean {
  const [set = ""] = segments;
  const action = index === segments.length - 2 && isAction(segments.at(-1) ?? "");
  return !(action && actionsAskedAlone.includes(nameOf(set)));
}

function nameOf(segment: string): string {
  return segment.replace(/\(.*/, "").toLowerCase();
}

function isAction(segment: string): boolean {
  return /^(invite|decide|unapprove|override|comment|ask|answer|sendBack|edit|resubmit|cancel|claimAccount|passwordRules|identify|answerIdentification|prove|answerProof|redeliver|rotateSecret|unlock|(reset|change|verify)Passwords?)$/.test(
    segment,
  );
}

/** Action of a call, as the last part of a policy's name; `post_action`: the last segment is the action's name. */
export type PolicyVerb = "get" | "get_list" | "post_create" | "patch_update" | "delete" | "post_action";

/**
 * Returns the name of the policy of an endpoint: its segments in lowercase without keys and prefix, then the action of the call. Endpoints
 * under `/identity` are named by their path alone.
 */
export function policyName(path: string, verb: PolicyVerb): string {
  const segments = path
    .replaceAll(/\([^)]*\)/g, "")
    .split("/")
    .filter((segment) => segment !== "" && segment !== "v2")
    .map((segment) => segment.replace("$", "").toLowerCase());
  if (segments[0] === "identity") return segments.join("_");
  if (verb !== "post_action") return [...segments, verb].join("_");
  return [...segments.slice(0, -1), "post", ...segments.slice(-1)].join("_");
}

/** Returns true if the policy of a name is a rule on rows: reads apply it to every row, so a database must evaluate it. */
export function asksOfRows(name: string): boolean {
  return /_get(_list)?$/.test(name);
}

type NameOf = (path: string) => string;

function namesOf(verb: PolicyVerb): NameOf {
  const known = new Map<string, string>();
  return (path) => {
    const name = known.get(path) ?? policyName(path, verb);
    known.set(path, name);
    return name;
  };
}

/** Names of policies by action and by path without keys, such as `users/accounts`; each is made once. */
export const policyOf = {
  get: namesOf("get"),
  list: namesOf("get_list"),
  create: namesOf("post_create"),
  update: namesOf("patch_update"),
  remove: namesOf("delete"),
  action: namesOf("post_action"),
} as const;

import { policyOf } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, ne } from "#domain/query/condition.ts";
import type { Settings } from "#platform/settings/settings.ts";

type Visible = ReadonlyMap<string, Expression>;

const history = "managedAccounts/passwordHistory";
const historyPolicies = [policyOf.get(history), policyOf.list(history)];
const hasNotFailed = ne("status", "failed");

/**
 * Narrows the rows that a caller may see by settings for everyone: failed passwords of the history are left out, unless the settings
 * include them.
 */
export function shownBySettings(
  visible: Visible,
  { historyIncludesFailedPasswords }: Pick<Settings, "historyIncludesFailedPasswords">,
): Visible {
  if (historyIncludesFailedPasswords || !historyPolicies.some((name) => visible.has(name))) return visible;
  const shown = new Map(visible);
  for (const name of historyPolicies) {
    const own = visible.get(name);
    if (own !== undefined) shown.set(name, allOf(own, hasNotFailed));
  }
  return shown;
}

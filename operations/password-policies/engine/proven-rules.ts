import { ServiceError } from "#domain/errors.ts";
import { type PolicyRules, type RuleFault, RuleMode, ruleOf } from "#domain/passwords/password-rules.ts";
import { policyFaults } from "#domain/passwords/policy-faults.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/**
 * Returns the rules, once a password was found that keeps all of them and the plug-in that they name is there. It takes a while and belongs
 * before the transaction.
 * @throws PASSWORD_POLICY_INVALID with a detail for each rule
 */
export function provenRules({ plugins }: Pick<ServiceContext, "plugins">, rules: PolicyRules): PolicyRules {
  const { mode, value } = ruleOf(rules, "plugin");
  const faults = [...policyFaults(rules)];
  if (mode !== RuleMode.Disabled && typeof value === "string" && !plugins.has("passwordRule", value))
    faults.push({
      target: "custom.plugin",
      message: `no plug-in of the kind passwordRule has the name '${value}'; add it to PLUGIN_FOLDER first`,
    });
  if (faults.length > 0) throw invalid(faults);
  return rules;
}

function invalid(faults: readonly RuleFault[]): ServiceError {
  return new ServiceError("PASSWORD_POLICY_INVALID", {
    target: faults[0]?.target ?? "",
    message: `${faults[0]?.target}: ${faults[0]?.message}.`,
    details: faults.map((fault) => ({ ...fault, code: "PASSWORD_POLICY_INVALID" })),
  });
}

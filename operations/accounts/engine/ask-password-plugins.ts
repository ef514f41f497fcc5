import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { BrokenRule } from "#domain/passwords/password-check.ts";
import { type PasswordRule, RuleMode, ruleOf } from "#domain/passwords/password-rules.ts";
import type { PasswordRuleRequest } from "#plugins/contract/password-rule.ts";
import type { Row } from "#store/tables.ts";

import type { HeldPolicy } from "../../abilities/password-policies-of.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";

/** A password that plug-ins judge, and whose it will be. */
export interface AskedPassword {
  readonly password: Secret;
  readonly user: Pick<Row<"users">, "key" | "id" | "displayName"> | null;
  readonly account: Pick<Row<"accounts">, "targetSystemKey" | "shortId"> | null;
}

/**
 * Asks the plug-ins that password policies name, and returns the rules of those that refuse the password. A plug-in that gives no usable answer
 * refuses it too. It belongs before the transaction.
 */
export async function brokenByPlugins(
  context: ServiceContext,
  policies: readonly HeldPolicy[],
  { password, user, account }: AskedPassword,
): Promise<readonly BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const { id, rules } of policies) {
    const rule = ruleOf(rules, "plugin");
    if (rule.mode === RuleMode.Disabled || typeof rule.value !== "string") continue;
    const message = await objectionOf(context, rule.value, {
      password,
      passwordPolicyId: id,
      user: user && { key: user.key, id: user.id, displayName: user.displayName },
      account: account && { targetSystemKey: account.targetSystemKey, id: account.shortId },
    });
    if (message !== undefined) broken.push(brokenRule(rule, message));
  }
  return broken;
}

function brokenRule({ mode, value, message }: PasswordRule, told: string): BrokenRule {
  return { rule: "custom.plugin", mode, message: `plugin ${value}: ${message ?? told}`, isUnchecked: false };
}

async function objectionOf(
  context: ServiceContext,
  name: string,
  request: PasswordRuleRequest,
): Promise<string | undefined> {
  try {
    const services = pluginServices(context);
    const answer = await context.plugins.ask({ kind: "passwordRule", name, request, services });
    return answer.accepted ? undefined : `The plug-in refuses the password: ${answer.message}`;
  } catch (error) {
    // The plug-in host has logged the reason.
    if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
    return "The plug-in gave no usable answer, so the password is refused. Try again later, or ask an administrator to correct the plug-in.";
  }
}

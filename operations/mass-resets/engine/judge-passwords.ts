import type { Secret } from "#connectors/contract/index.ts";
import { judgedCandidatesMax } from "#domain/mass-reset-limits.ts";
import { refusingRules } from "#domain/passwords/password-check.ts";
import { RuleMode, ruleOf } from "#domain/passwords/password-rules.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { type HeldPolicy, heldPolicy, policiesOfAccount } from "../../abilities/password-policies-of.ts";
import { brokenByPlugins } from "../../accounts/engine/ask-password-plugins.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { PreparedOrder, PreparedOrders } from "../../proxies/engine/order-source.ts";
import { type Item, passwordOf } from "./items.ts";
import { passwordMaker } from "./new-passwords.ts";

type MassReset = Row<"massResets">;

/**
 * Asks the plug-ins of password policies about the passwords that are sent for the first time, before the transaction of the hand-out. One that is
 * refused is followed by another one, unless accounts share it. Rows whose policies name no plug-in are left out.
 */
export async function judgePasswords(context: CallContext, keys: readonly string[]): Promise<PreparedOrders> {
  const { store } = context;
  const policies = await store.select("passwordPolicies");
  if (!policies.some((rules) => asksPlugin({ id: rules.id, rules }))) return new Map();
  // The call is checked in its transaction: until then only rows that its proxy holds are looked at.
  const held = allOf(oneOf("key", keys), eq("proxyServer", context.caller.id));
  const first = allOf(held, eq("result", null), eq("sends", 0), eq("act", "set"));
  const items = await store.select("massResetAccounts", { where: first });
  const judged = await Promise.all(items.map((item) => judge(context, item)));
  return new Map(judged.flatMap((one) => (one === undefined ? [] : [one])));
}

/** Reports whether plug-ins judge the passwords of an account in a mass reset. */
export async function isJudged(context: CallContext, item: Item, massReset: MassReset): Promise<boolean> {
  return (await judgingPolicies(context, item, massReset)).length > 0;
}

const asksPlugin = ({ rules }: HeldPolicy) => ruleOf(rules, "plugin").mode !== RuleMode.Disabled;

async function judgingPolicies(
  context: CallContext,
  { targetSystemKey, userKey }: Item,
  { passwordPolicyId }: MassReset,
): Promise<readonly HeldPolicy[]> {
  const own = (await policiesOfAccount(context, targetSystemKey, userKey)) ?? [];
  const isMore = passwordPolicyId !== null && own.every(({ id }) => id !== passwordPolicyId);
  return [...own, ...(isMore ? [await heldPolicy(context, passwordPolicyId)] : [])].filter(asksPlugin);
}

async function judge(context: CallContext, item: Item): Promise<readonly [string, PreparedOrder] | undefined> {
  const { store } = context;
  const massReset = await store.get("massResets", item.runKey);
  const first = passwordOf(store, item);
  if (massReset === undefined || first === undefined || item.password === null) return undefined;
  const policies = await judgingPolicies(context, item, massReset);
  if (policies.length === 0) return undefined;
  const user = item.userKey === null ? null : ((await store.get("users", item.userKey)) ?? null);
  const account = { targetSystemKey: item.targetSystemKey, shortId: item.accountName };
  const most = item.sharedBy === null ? judgedCandidatesMax : 1;
  let password: Secret | undefined = first;
  let words = "";
  for (let count = 0; count < most && password !== undefined; count += 1) {
    const broken = refusingRules(await brokenByPlugins(context, policies, { password, user, account }));
    if (broken.length === 0) return [item.key, { of: item.password, password }];
    words = broken.map(({ message }) => message).join(" ");
    password = await another(context, item, massReset);
  }
  return [item.key, { of: item.password, refusal: words }];
}

async function another(context: CallContext, item: Item, massReset: MassReset): Promise<Secret | undefined> {
  const made = await (await passwordMaker(context, massReset, [item]))([item]);
  return "secret" in made ? made.secret : undefined;
}

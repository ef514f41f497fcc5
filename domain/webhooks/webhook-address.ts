import { type AddressRule, addressRules, atMost, brokenRule } from "../address-rules.ts";
import { webhookAddressMaxCharacters } from "../limits.ts";

const { form, login, fragment, protocol } = addressRules;
const rules: readonly AddressRule[] = [atMost(webhookAddressMaxCharacters), form, login, fragment, protocol];

/** Rules for an address of a webhook, in words. */
export const webhookAddressRules: readonly string[] = rules.map(({ words }) => words);

/** Returns the rule that an address of a webhook breaks; undefined if it keeps all. */
export function webhookAddressProblem(address: string): string | undefined {
  return brokenRule(rules, address)?.words;
}

import { type AddressRule, addressRules, atMost, brokenRule } from "../address-rules.ts";
import { webhookAddressMaxCharacters } from "../limits.ts";

const { form, login, fragment, protocol } = addressRules;
const rules: readonly AddressRule[] = [atMost(webhookAddressMaxCharacters), form, login, fragment, protocol];

/** The rules for an address to which events are to be sent, in words. */
export const webhookAddressRules: readonly string[] = rules.map(({ words }) => words);

/** The rule that an address to which events are to be sent does not keep; undefined when it keeps all. */
export function webhookAddressProblem(address: string): string | undefined {
  return brokenRule(rules, address)?.words;
}

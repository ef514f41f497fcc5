import { benchPairs } from "./pairs.ts";
import { benchResets } from "./resets.ts";

/** Measures single resets against bare workflows, then pairs of reset and verification against the LDAP calls alone. */
export async function benchPasswords(): Promise<string> {
  const resets = await benchResets();
  return `${resets}\n${await benchPairs()}`;
}

import { normalForm } from "#connectors/contract/normal-form.ts";

// Connectors whose schemas set `caseExact` for `name`; on the targets of all others names do not differ by case.
const caseExactConnectors: ReadonlySet<string> = new Set(["sql", "sqlite", "ssh"]);

/** Returns true if names on the targets of a connector differ by case. */
export function hasCaseExactNames(connector: string): boolean {
  return caseExactConnectors.has(connector);
}

/**
 * Returns a name in the form in which a target compares it: in one form of Unicode (NFC), and in lowercase unless names differ by case
 * there.
 */
export function comparedName(name: string, caseExact: boolean): string {
  const composed = normalForm(name, "NFC");
  return caseExact ? composed : composed.toLowerCase();
}

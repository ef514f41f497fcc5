import { normalForm } from "#connectors/contract/normal-form.ts";

// What these connectors say of `name` in every schema (`caseExact`); the rest says nothing, so that case makes no other name.
const caseExactConnectors: ReadonlySet<string> = new Set(["sql", "sqlite", "ssh"]);

/** Tells that the names on the targets of a connector differ in case. */
export function hasCaseExactNames(connector: string): boolean {
  return caseExactConnectors.has(connector);
}

/** Returns a name as it is compared on a target: in one form of Unicode (NFC), and in any case unless names differ in it there. */
export function comparedName(name: string, caseExact: boolean): string {
  const composed = normalForm(name, "NFC");
  return caseExact ? composed : composed.toLowerCase();
}

import type { NamedEntitlement } from "../../api/model.ts";
import { attributeLines } from "./role-words.ts";

/** An entitlement as it is entered: attributes as lines, and the target system from which a group is chosen. */
export interface EntitlementDraft {
  readonly kind: NamedEntitlement["kind"];
  readonly targetSystemKey: string;
  readonly groupKey: string;
  readonly roleKey: string;
  readonly attributes: readonly string[];
  /** Attributes that the lines began with: unchanged lines keep values that are no texts. */
  readonly stored?: NamedEntitlement["attributes"];
}

/** Entitlement that an editor adds. */
export const newEntitlement: EntitlementDraft = {
  kind: "membership",
  targetSystemKey: "",
  groupKey: "",
  roleKey: "",
  attributes: [],
};

/** Returns an entitlement as it is entered. */
export function draftOfEntitlement(one: NamedEntitlement): EntitlementDraft {
  const { kind, targetSystemKey, groupKey, roleKey, attributes } = one;
  return {
    kind,
    targetSystemKey: targetSystemKey ?? "",
    groupKey: groupKey ?? "",
    roleKey: roleKey ?? "",
    attributes: attributeLines(attributes),
    stored: attributes,
  };
}

/** Reports whether an entitlement names what it gives. */
export function isNamed({ kind, targetSystemKey, groupKey, roleKey }: EntitlementDraft): boolean {
  return { account: targetSystemKey, membership: groupKey, role: roleKey }[kind] !== "";
}

/** Returns an entitlement as it is sent: with the key of its kind alone. A line without `=` is sent as an attribute with an empty value. */
export function sentEntitlement(draft: EntitlementDraft): NamedEntitlement {
  const { kind, targetSystemKey, groupKey, roleKey, attributes, stored = null } = draft;
  const isSame = attributes.join("\n") === attributeLines(stored).join("\n");
  const isAccount = kind === "account";
  return {
    kind,
    targetSystemKey: isAccount ? targetSystemKey : null,
    groupKey: kind === "membership" ? groupKey : null,
    roleKey: kind === "role" ? roleKey : null,
    attributes: isAccount ? (isSame ? stored : attributesOf(attributes)) : null,
  };
}

function attributesOf(lines: readonly string[]): NamedEntitlement["attributes"] {
  const pairs = lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? { name: line.trim(), value: "" } : { name: line.slice(0, at).trim(), value: line.slice(at + 1) };
    });
  const byName = Map.groupBy(pairs, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(({ value }) => value)]));
}

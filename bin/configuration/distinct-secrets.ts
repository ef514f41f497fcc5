import { createHash } from "node:crypto";

import type { ConfigurationDocument } from "./document.ts";
import type { SecretReference } from "./secrets.ts";

const digestCharacters = 6;

/** Returns objects in which no two secrets have one name: those that would get a mark of their place. */
export function withDistinctSecrets(documents: readonly ConfigurationDocument[]): readonly ConfigurationDocument[] {
  const names = documents.flatMap(environmentNames);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return twice.size === 0 ? documents : documents.map((one) => distinct(one, twice, []));
}

function environmentNames({ secrets, children }: ConfigurationDocument): readonly string[] {
  const own = Object.values(secrets).flatMap((reference) => ("env" in reference ? [reference.env] : []));
  return [...own, ...children.flatMap(environmentNames)];
}

function distinct(
  document: ConfigurationDocument,
  twice: ReadonlySet<string>,
  above: readonly string[],
): ConfigurationDocument {
  const place = [...above, document.kind.name, document.id];
  const secrets = Object.entries(document.secrets).map(([name, reference]): [string, SecretReference] => {
    if (!("env" in reference) || !twice.has(reference.env)) return [name, reference];
    const digest = createHash("sha256")
      .update(JSON.stringify([...place, name]))
      .digest("hex");
    return [name, { env: `${reference.env}_${digest.slice(0, digestCharacters).toUpperCase()}` }];
  });
  const children = document.children.map((child) => distinct(child, twice, place));
  return { ...document, secrets: Object.fromEntries(secrets), children };
}

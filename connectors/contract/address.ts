import { keepAuthorsWords } from "./authors-words.ts";
import type { Connector } from "./connector.ts";
import { ConnectorError } from "./error.ts";

type Told = Parameters<typeof keepAuthorsWords>[0];

/**
 * Returns the JSON Schema of a connector's address, or `{}` if its schema library has none. The author's message for a pattern
 * stands beside the pattern, in `errorMessage`. `look` gets each part together with the zod schema that it was made from.
 */
export function addressJsonSchema(connector: Connector, look?: (told: Told) => void): Record<string, unknown> {
  const standard = connector.definition.address["~standard"] as {
    jsonSchema?: { input(options: object): Record<string, unknown> };
  };
  const override = (told: Told) => {
    keepAuthorsWords(told);
    look?.(told);
  };
  return standard.jsonSchema?.input({ target: "draft-2020-12", libraryOptions: { override } }) ?? {};
}

/**
 * Validates an address with the connector's own schema and returns it with defaults applied.
 * @throws config naming each field and its rule
 */
export async function validateAddress(connector: Connector, address: unknown): Promise<unknown> {
  const result = await connector.definition.address["~standard"].validate(address);
  if (result.issues === undefined) return result.value;
  const words = result.issues.map((issue) => {
    const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  throw new ConnectorError(
    "config",
    `The address is not valid for the connector ${connector.definition.id}: ${words.join("; ")}`,
  );
}

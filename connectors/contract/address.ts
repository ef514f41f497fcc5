import { keepAuthorsWords } from "./authors-words.ts";
import type { Connector } from "./connector.ts";
import { ConnectorError } from "./error.ts";

type Told = Parameters<typeof keepAuthorsWords>[0];

/**
 * The JSON Schema of a connector's address, or `{}` where its schema library cannot tell. The author's words for a pattern
 * stand beside it in `errorMessage`. `look` sees each part beside the schema of zod that it was made of.
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
 * The address as the connector's own schema understands it, with defaults applied.
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

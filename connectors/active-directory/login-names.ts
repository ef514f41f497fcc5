import { ConnectorError } from "#connectors/contract/index.ts";

import type { ObjectKind } from "./address.ts";
import { extendedCodeOf, mapDomainError } from "./errors.ts";

// Source: MS-SAMR 3.1.1.6, and 3.1.1.8.4 for the characters that a name must not contain.
const charactersMax = { account: 20, group: 256 } as const;
const nameRefused = "00000523";

/**
 * Runs a creation or a rename. A controller refuses a name with a bare number, so the error explains the rules for names.
 * @throws invalidValue
 */
export async function sayingWhatNamesAre(kind: ObjectKind, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (extendedCodeOf(error) !== nameRefused) throw error;
    const { message = "", targetCode = nameRefused } = mapDomainError(error) ?? {};
    const length = [...name].length;
    throw new ConnectorError(
      "invalidValue",
      `The domain refuses the name "${name}" of ${length} characters. A name of an ${kind.type === "account" ? "account" : "object"} there (sAMAccountName) has at most ${charactersMax[kind.type]} characters, none of "/\\[]:;|=,+*?<>, and no dot at its end. ${message}`.trim(),
      { targetCode, cause: error },
    );
  }
}

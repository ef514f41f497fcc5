import { ConnectorError } from "#connectors/contract/index.ts";

import { type SqlClient, textOf } from "../client.ts";
import { errorNumbers, hasNumber } from "./errors.ts";

/**
 * Runs a statement. The server has one number for a weak password, a taken name and an absent name: its warnings identify a weak
 * password, and a lookup by the caller the other two.
 * @throws strength with the message of every rule that is broken
 */
export async function runStatement(
  client: SqlClient,
  text: string,
  otherwise?: (error: ConnectorError) => Promise<ConnectorError>,
): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    if (!hasNumber(error, errorNumbers.operationFailed, errorNumbers.weakPassword)) throw error;
    const words = await wordsOnStrength(client);
    if (words !== "") throw new ConnectorError("strength", words, { targetCode: errorNumbers.weakPassword });
    throw error.code === "policy" && otherwise ? await otherwise(error) : error;
  }
}

async function wordsOnStrength(client: SqlClient): Promise<string> {
  const rows = await client.query("SHOW WARNINGS").catch(() => []);
  const weak = rows.filter((row) => textOf(row, "Code") === errorNumbers.weakPassword);
  const ordered = weak.toSorted((one, other) => textOf(one, "Level").localeCompare(textOf(other, "Level")));
  return ordered.map((row) => textOf(row, "Message")).join("; ");
}

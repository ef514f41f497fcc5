import { isLoopback } from "#domain/address-rules.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { migrationState } from "#store/schema/migration-state.ts";

import { messageOf } from "../failure.ts";

/** Something without which the API cannot start. */
export interface MissingCondition {
  /** As `/ready` names it. */
  readonly name: "BASE_IDSYNCH_URL" | "database" | "schema";
  /** For the log: what is wrong, and the way out. */
  readonly reason: string;
}

/** What the API still lacks for its start (specification 8): its address, the database, the schema. */
export async function missingConditions(settings: Settings): Promise<readonly MissingCondition[]> {
  return [...missingAddress(settings), ...(await missingDatabase(settings))];
}

// On one machine alone everybody who can call knows the address already.
function missingAddress({ baseIdsynchUrl, publicAddress, httpHost }: Settings): readonly MissingCondition[] {
  if (baseIdsynchUrl !== null || publicAddress !== null || isLoopback(httpHost) || httpHost === "::1") return [];
  const reason = `The API listens on ${httpHost}, so it must be told its address: set BASE_IDSYNCH_URL, or put it into gatehouse.env of the data folder.`;
  return [{ name: "BASE_IDSYNCH_URL", reason }];
}

async function missingDatabase({ databaseUrl }: Settings): Promise<readonly MissingCondition[]> {
  try {
    const { pending, findings } = await migrationState({ databaseUrl });
    const problems = findings.flatMap(({ problem }) => problem ?? []);
    if (problems.length > 0) return [{ name: "database", reason: problems.join(" ") }];
    if (pending.length === 0) return [];
    return [{ name: "schema", reason: "The database lacks changes of its schema. Run 'gatehouse migrate'." }];
  } catch (error) {
    return [{ name: "database", reason: `The database does not answer: ${messageOf(error)}` }];
  }
}

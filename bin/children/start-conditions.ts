import { isLoopbackHost } from "#connectors/contract/loopback.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { migrationState } from "#store/schema/migration-state.ts";

import { CliError } from "../cli-error.ts";
import { messageOf } from "../failure.ts";
import { tooOldWords } from "../version-watch.ts";

/** A condition without which the API cannot start. */
export interface MissingCondition {
  /** Name of the condition in `/ready`. */
  readonly name: "BASE_IDSYNCH_URL" | "database" | "schema";
  /** Problem and remedy, for the log. */
  readonly reason: string;
}

/** Returns the conditions that the API still lacks for its start (specification 8): its address, the database, the schema. */
export async function missingConditions(settings: Settings): Promise<readonly MissingCondition[]> {
  return [...missingAddress(settings), ...(await missingDatabase(settings))];
}

// If the API listens on this machine only, every caller knows the address already.
function missingAddress({ baseIdsynchUrl, publicAddress, httpHost }: Settings): readonly MissingCondition[] {
  if (baseIdsynchUrl !== null || publicAddress !== null || isLoopbackHost(httpHost)) return [];
  const reason = `The API listens on ${httpHost}, so it must be told its address: set BASE_IDSYNCH_URL, or put it into gatehouse.env of the data folder.`;
  return [{ name: "BASE_IDSYNCH_URL", reason }];
}

async function missingDatabase({ databaseUrl }: Settings): Promise<readonly MissingCondition[]> {
  try {
    const { pending, findings, admission } = await migrationState({ databaseUrl });
    if (admission !== "whole") throw new CliError(tooOldWords());
    const problems = findings.flatMap(({ problem }) => problem ?? []);
    if (problems.length > 0) return [{ name: "database", reason: problems.join(" ") }];
    if (pending.length === 0) return [];
    return [{ name: "schema", reason: "The database lacks changes of its schema. Run 'gatehouse migrate'." }];
  } catch (error) {
    if (error instanceof CliError) throw error;
    return [{ name: "database", reason: `The database does not answer: ${messageOf(error)}` }];
  }
}

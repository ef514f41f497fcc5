import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";

/** Patience with calls that compute a trial of many accounts. */
export const patience = { callMs: 600_000, once: true } as const;

/**
 * Creates a draft of a mass reset by one or more choices, one call for each, and returns it as after the first one. Where a later choice is
 * refused the draft is deleted again, so that nobody starts a part of what was meant.
 */
export async function createDraft<Draft extends { readonly key: string }>(
  rest: Pick<RestClient, "post" | "remove">,
  terms: Readonly<Record<string, unknown>>,
  [first, ...others]: readonly object[],
): Promise<Draft> {
  const { body } = await rest.post<Draft>("/v2/massResets", { ...terms, ...first }, patience);
  const path = entityPath("massResets", body.key);
  try {
    for (const choice of others) await rest.post(`${path}/choose`, choice, patience);
  } catch (error) {
    await rest.remove(path).catch(() => {
      const words = error instanceof Error ? error.message : String(error);
      const left = `The draft ${body.key} has a part of the accounts only: gatehouse mass-reset delete ${body.key}`;
      throw new CliError(`${words} ${left}`, ExitCode.Failed, error);
    });
    throw error;
  }
  return body;
}

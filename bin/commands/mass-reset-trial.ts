import { entityPath } from "../entity-path.ts";
import type { RestClient } from "../rest-client.ts";
import { patience } from "./mass-reset-draft.ts";

interface TrialStep {
  readonly act: string;
  readonly userId: string | null;
  readonly targetSystemKey: string;
  readonly accountName: string | null;
  readonly groupName: string | null;
  readonly because: string | null;
}

/** Trial of a mass reset, as the REST API shows it. */
export interface Trial {
  readonly people: number;
  readonly accounts: number;
  readonly chosen: readonly { readonly targetSystemKey: string; readonly accounts: number; readonly managed: number }[];
  readonly skipped: readonly { readonly because: string; readonly accounts: number }[];
  readonly needsConfirmation?: boolean;
  readonly steps?: readonly TrialStep[];
}

/** Draft that was created, with its first trial. */
export interface Created extends Trial {
  readonly key: string;
  readonly number: string;
  readonly action: string;
}

/** Tries a draft. */
export async function trial(rest: RestClient, key: string): Promise<Trial> {
  const { body } = await rest.post<Trial>(`${entityPath("massResets", key)}/trial`, {}, patience);
  return body;
}

/** Prints a trial: the numbers of accounts or steps by target system, what is skipped, and the first steps. */
export function printTrial({ people, accounts, chosen, skipped, needsConfirmation = false, steps = [] }: Trial): void {
  const isOfSteps = steps.length > 0 || chosen.some(({ targetSystemKey }) => targetSystemKey === "");
  console.log(
    isOfSteps
      ? `${accounts} steps about ${people} users would be taken.`
      : `${accounts} accounts of ${people} users would be reset.`,
  );
  for (const { targetSystemKey, accounts: number, managed } of chosen)
    console.log(
      `  ${targetSystemKey || "(users)"}  ${number}${managed > 0 ? `, ${managed} of them by the vault` : ""}`,
    );
  for (const { because, accounts: number } of skipped) console.log(`  skipped (${because})  ${number}`);
  for (const { act, userId, targetSystemKey, accountName, groupName, because } of steps) {
    const parts = [act, userId, targetSystemKey, accountName, groupName].filter((part) => part !== null && part !== "");
    console.log(`  first: ${parts.join(" ")}${because === null ? "" : `, skipped (${because})`}`);
  }
  if (needsConfirmation) console.log("The start needs --confirm.");
}

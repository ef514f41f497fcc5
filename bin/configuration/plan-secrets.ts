import { CliError, ExitCode } from "../cli-error.ts";
import type { ConfigurationChange } from "./plan.ts";
import type { SecretReference } from "./secrets.ts";

/** Returns the references to the secrets that changes set. */
export function secretsNeeded(changes: readonly ConfigurationChange[]): readonly SecretReference[] {
  return changes.flatMap(({ secrets, wanted }) => secrets.flatMap((name) => wanted?.secrets[name] ?? []));
}

/** Returns the changes by which the service makes a secret that it shows once. */
function givingSecrets(changes: readonly ConfigurationChange[]): readonly ConfigurationChange[] {
  return changes.filter(
    ({ kind, action, wanted }) => kind.givesSecret && action === "add" && wanted?.values["isPublic"] !== true,
  );
}

/**
 * Requires a place for the secrets that the service makes, before anything is changed.
 * @throws CliError
 */
export function requirePlaceForSecrets(changes: readonly ConfigurationChange[], file: string | undefined): void {
  const giving = givingSecrets(changes);
  if (giving.length === 0 || file !== undefined) return;
  const names = giving.map(({ kind, id }) => `${kind.name} ${id}`).join(", ");
  throw new CliError(
    `The service makes secrets that it shows once, for ${names}. Name a new file for them by --new-secrets. Nothing was changed.`,
    ExitCode.Usage,
  );
}

import type { OperationCode } from "#domain/requests/operation-codes.ts";

import type { Operation } from "../../api/model.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { type Say, useText } from "../../messages/text.ts";

const looks = { notStarted: "custom", running: "info", succeeded: "success", failed: "danger" } as const;

/** What an operation does, in words. */
export function doneWords({ code }: Pick<Operation, "code">, say: Say): string {
  return say(`operation.${code as OperationCode}`);
}

/** How far it has come, in words. */
export function OperationState({ operation: { status } }: { readonly operation: Pick<Operation, "status"> }) {
  const say = useText();
  return <StateLabel look={looks[status]}>{say(`operations.status.${status}`)}</StateLabel>;
}

/** What went wrong: what the code means, and the target system's own words; empty where nothing did. */
export function wrongWords({ error }: Pick<Operation, "error">): string {
  if (error === null) return "";
  return [codeWords(error.code), error.message ?? ""].filter((text) => text !== "").join(" ");
}

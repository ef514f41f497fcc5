import type { OperationCode } from "#domain/requests/operation-codes.ts";

import type { Operation } from "../../api/model.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { type Say, useText } from "../../messages/text.ts";

const looks = {
  notStarted: "custom",
  accepted: "info",
  running: "info",
  succeeded: "success",
  failed: "danger",
} as const;

/** Returns the name of an operation. */
export function doneWords({ code }: Pick<Operation, "code">, say: Say): string {
  return say(`operation.${code as OperationCode}`);
}

/** State of an operation as a label. */
export function OperationState({ operation: { status } }: { readonly operation: Pick<Operation, "status"> }) {
  const say = useText();
  return <StateLabel look={looks[status]}>{say(`operations.status.${status}`)}</StateLabel>;
}

/** Returns the error of an operation: the meaning of its code and the message of the target system; empty if there is none. */
export function wrongWords({ error }: Pick<Operation, "error">): string {
  if (error === null) return "";
  return [codeWords(error.code), error.message ?? ""].filter((text) => text !== "").join(" ");
}

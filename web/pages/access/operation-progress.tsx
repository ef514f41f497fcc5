import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import type { Operation } from "../../api/model.ts";
import { haveEnded, operationsOfQuery } from "../../api/operations.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { type TextKey, useText } from "../../messages/text.ts";
import { operationWords } from "../requests/request-words.ts";

interface OperationProgressProps {
  /** The request of the operations that were begun. */
  readonly requestKey: string;
  /** The set that shows something else once they have ended. */
  readonly set: string;
}

/** How far what was begun on target systems has come, to its end in their words. */
export function OperationProgress({ requestKey, set }: OperationProgressProps) {
  const client = useQueryClient();
  const { data, error } = useQuery(operationsOfQuery(requestKey));
  const isOver = haveEnded(data);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: [set] });
  }, [isOver, client, set]);
  return (
    <div aria-live="polite">
      {error === null ? null : <ErrorAlert error={error} />}
      {(data?.value ?? []).map((operation) => (
        <OneOperation key={operation.key} operation={operation} />
      ))}
    </div>
  );
}

const kinds = {
  S: { kind: "success", text: "result.S" },
  F: { kind: "danger", text: "result.F" },
  P: { kind: "info", text: "result.P" },
  N: { kind: "warning", text: "result.N" },
  X: { kind: "info", text: "result.X" },
  R: { kind: "danger", text: "result.R" },
} as const satisfies Readonly<Record<string, { readonly kind: string; readonly text: TextKey }>>;

function OneOperation({ operation }: { readonly operation: Operation }) {
  const say = useText();
  const { code, targetSystemKey, result, error, nextTryAt, warnings } = operation;
  const { kind, text } = kinds[result ?? "P"];
  const what = say("request.operationOn", { operation: operationWords(code, say), target: targetSystemKey });
  return (
    <Notice kind={kind} title={say("access.progress", { what, result: say(text) })}>
      {error === null ? null : (
        <p>
          {codeWords(error.code)} {error.message === null ? null : <q>{error.message}</q>}
        </p>
      )}
      {nextTryAt === null ? null : (
        <p>
          {say("request.triedAgain")} <Moment at={nextTryAt} />
        </p>
      )}
      {warnings.map(({ rule, message }) => (
        <p key={rule}>{message}</p>
      ))}
    </Notice>
  );
}

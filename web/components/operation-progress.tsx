import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { readAnew } from "../api/changing.ts";
import type { Operation } from "../api/model.ts";
import type { Path } from "../api/odata.ts";
import { hasEnded, operationQuery, togetherQuery } from "../api/operations.ts";
import { codeWords } from "../messages/error-words.ts";
import { Moment } from "../messages/moment.tsx";
import { operationLine } from "../messages/request-words.ts";
import { type Say, useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";
import { Notice } from "./notice.tsx";

interface OperationProgressProps {
  /** Key of the operation, as the service has returned it. */
  readonly operationKey: string;
  /** Paths of the sets that are invalidated when the operation has ended. */
  readonly sets: readonly Path[];
}

const kinds = {
  notStarted: "info",
  accepted: "info",
  running: "info",
  succeeded: "success",
  failed: "danger",
} as const;

/** Progress of an operation on a target system until its end, with the target's own messages. */
export function OperationProgress({ operationKey, sets }: OperationProgressProps) {
  const say = useText();
  const client = useQueryClient();
  const { data: operation, error } = useQuery(operationQuery(operationKey));
  const { data: together } = useQuery(togetherQuery(operation));
  const isOver = hasEnded(operation);
  useEffect(() => {
    if (isOver) void readAnew(client, ...sets);
    // The sets belong to the page and do not change while it follows one operation.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver, client]);
  if (error !== null) return <ErrorAlert error={error} title={say("progress.unreadable")} />;
  if (operation === undefined) return null;
  const several = together ?? [];
  const title = say(`progress.${operation.status}`, { operation: whatOf(operation, say) });
  return (
    <div role="status">
      <Notice kind={kinds[operation.status]} title={title}>
        <Told operation={operation} />
        {several.length === 0 ? null : (
          <ul>
            {several.map((one) => (
              <li key={one.key}>
                {say(`progress.${one.status}`, { operation: whatOf(one, say) })} <Told operation={one} />
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

function whatOf({ code, targetSystemKey }: Operation, say: Say): string {
  return operationLine({ code, targetSystemKey }, say);
}

/** Error of an operation, weaknesses of the password, and time of the next retry. */
function Told({ operation: { error, warnings, nextTryAt } }: { readonly operation: Operation }) {
  const say = useText();
  return (
    <>
      {error === null ? null : (
        <p>
          {codeWords(error.code)} {error.message === null ? null : <q>{error.message}</q>}{" "}
          {error.targetCode === null ? null : say("progress.targetCode", { code: error.targetCode })}
        </p>
      )}
      {warnings.map(({ rule, message }) => (
        <p key={rule}>{message}</p>
      ))}
      {nextTryAt === null ? null : (
        <p>
          {say("request.triedAgain")} <Moment at={nextTryAt} />
        </p>
      )}
    </>
  );
}

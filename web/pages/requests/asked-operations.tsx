import { Card, CardBody, CardTitle, Label } from "@patternfly/react-core";

import type { RequestExplanation, RequestOperation } from "../../api/model.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { operationLine } from "../../messages/request-words.ts";
import { type TextKey, useText } from "../../messages/text.ts";

const OperationFacts = openedLater(async () => (await import("./operation-facts.tsx")).OperationFacts);

interface AskedOperationsProps {
  readonly operations: readonly RequestOperation[];
  readonly explanation: RequestExplanation | undefined;
}

/** The operations of a request: the changes of each, and its result with the message of the target system. */
export function AskedOperations({ operations, explanation }: AskedOperationsProps) {
  const say = useText();
  return (
    <Card>
      <CardTitle component="h2">{say("request.asksFor")}</CardTitle>
      <CardBody>
        <ol className="gatehouse-plain-list">
          {operations.map((operation) => (
            <li key={operation.key}>
              <OneOperation
                operation={operation}
                waitsFor={explanation?.operations.find(({ sequence }) => sequence === operation.sequence)?.waitsFor}
              />
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

interface OneOperationProps {
  readonly operation: RequestOperation;
  readonly waitsFor: string | undefined;
}

function OneOperation({ operation, waitsFor }: OneOperationProps) {
  const say = useText();
  const { result, error, nextTryAt } = operation;
  return (
    <section>
      <h3>
        {operationLine(operation, say)} {result === null ? null : <ResultLabel result={result} />}
      </h3>
      <OperationFacts operation={operation} />
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
      {waitsFor === undefined || waitsFor === "" ? null : <p lang="en">{waitsFor}</p>}
    </section>
  );
}

const results = {
  S: { status: "success", text: "result.S" },
  F: { status: "danger", text: "result.F" },
  P: { status: "info", text: "result.P" },
  N: { status: "warning", text: "result.N" },
  X: { status: "custom", text: "result.X" },
  R: { status: "danger", text: "result.R" },
} as const satisfies Readonly<Record<string, { readonly status: string; readonly text: TextKey }>>;

/** The result of an operation as a label. */
function ResultLabel({ result }: { readonly result: string }) {
  const say = useText();
  const { status, text } = results[result as keyof typeof results];
  return (
    <Label isCompact status={status}>
      {say(text)}
    </Label>
  );
}

import "./following.css";
import { Card, CardBody, CardTitle, Label } from "@patternfly/react-core";

import type { RequestExplanation, RequestOperation } from "../../api/model.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { operationLine } from "../../messages/request-words.ts";
import { type TextKey, useText } from "../../messages/text.ts";
import { withWhatFollows } from "./what-follows.ts";

const OperationFacts = openedLater(async () => (await import("./operation-facts.tsx")).OperationFacts);

interface AskedOperationsProps {
  readonly operations: readonly RequestOperation[];
  readonly explanation: RequestExplanation | undefined;
}

/** The operations of a request: the changes of each, and its result with the message of the target system. */
export function AskedOperations({ operations, explanation }: AskedOperationsProps) {
  const say = useText();
  const waitsFor = ({ sequence }: RequestOperation) =>
    explanation?.operations.find((one) => one.sequence === sequence)?.waitsFor;
  return (
    <Card>
      <CardTitle component="h2">{say("request.asksFor")}</CardTitle>
      <CardBody>
        <ol className="gatehouse-plain-list">
          {withWhatFollows(operations).map(({ operation, following }) => (
            <li key={operation.key}>
              <OneOperation operation={operation} waitsFor={waitsFor(operation)} />
              {following.length === 0 ? null : (
                <Following operation={operation} following={following} waitsFor={waitsFor} />
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

interface FollowingProps {
  readonly operation: RequestOperation;
  readonly following: readonly RequestOperation[];
  waitsFor(operation: RequestOperation): string | undefined;
}

/** The operations that follow from one about a role. */
function Following({ operation, following, waitsFor }: FollowingProps) {
  const say = useText();
  const count = following.length;
  return (
    <details open className="gatehouse-following">
      <summary>{say("request.following", { name: operation.aboutName ?? "", count })}</summary>
      <ol className="gatehouse-plain-list">
        {following.map((one) => (
          <li key={one.key}>
            <OneOperation operation={one} waitsFor={waitsFor(one)} level="h4" />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface OneOperationProps {
  readonly operation: RequestOperation;
  readonly waitsFor: string | undefined;
  readonly level?: "h3" | "h4";
}

function OneOperation({ operation, waitsFor, level: Heading = "h3" }: OneOperationProps) {
  const say = useText();
  const { result, error, nextTryAt } = operation;
  return (
    <section>
      <Heading>
        {operationLine(operation, say)} {result === null ? null : <ResultLabel result={result} />}
      </Heading>
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

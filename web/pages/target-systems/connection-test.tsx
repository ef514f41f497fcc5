import { Button, Spinner } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Operation } from "../../api/model.ts";
import { isFollowed, operationQuery, operationsPath } from "../../api/operations.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

const TestOutcome = openedLater(async () => (await import("./test-outcome.tsx")).TestOutcome);

interface ConnectionTestProps {
  readonly id: string;
  /** True if there is unsaved input, which the test would not use. */
  readonly isUnsaved?: boolean;
}

/** A test in which the proxy of a target system connects to it, and its result. */
export function ConnectionTest({ id, isUnsaved = false }: ConnectionTestProps) {
  const say = useText();
  const may = useMay();
  const { mutate, data, isPending, error } = useChanging<Operation>([operationsPath]);
  const followed = useQuery(operationQuery(data?.key));
  const isUnderWay = isPending || isFollowed(data?.key, followed.data);
  if (!may("targetsystems_post_testconnection")) return <p>{say("test.notAllowed")}</p>;
  return (
    <>
      <Button
        variant="secondary"
        isDisabled={isUnderWay || isUnsaved}
        onClick={() => mutate(call("POST targetSystems()/testConnection", { key: id }))}
      >
        {say("test.start")}
      </Button>
      {isUnsaved ? <p>{say("test.saveFirst")}</p> : null}
      {isUnderWay ? <Spinner size="md" aria-label={say("test.underWay")} /> : null}
      {[error, followed.error].map((one) => (one === null ? null : <ErrorAlert key={one.message} error={one} />))}
      {followed.data === undefined ? null : <TestOutcome operation={followed.data} />}
    </>
  );
}

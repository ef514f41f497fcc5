import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Operation } from "../../api/model.ts";
import { operationsPath } from "../../api/operations.ts";
import { lastDiscoveryQuery } from "../../api/target-systems.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { DiscoveryReport } from "./discovery-report.tsx";

/** An action that starts a discovery, and the progress of the latest one, whoever has started it. */
export function DiscoveryControl({ id }: { readonly id: string }) {
  const say = useText();
  const may = useMay();
  const { data: last, error: unread } = useQuery(lastDiscoveryQuery(id));
  const { mutate, isPending, error } = useChanging<Operation>([operationsPath]);
  const isUnderWay = last !== undefined && last !== null && last.finishedAt === null;
  return (
    <>
      {!may("targetsystems_post_discover") ? null : (
        <div>
          <Button
            isLoading={isPending}
            isDisabled={isPending || isUnderWay}
            onClick={() => mutate(call("POST targetSystems()/discover", { key: id }))}
          >
            {say("discovery.start")}
          </Button>{" "}
          {isUnderWay ? say("discovery.underWay") : null}
        </div>
      )}
      {error === null ? null : <ErrorAlert error={error} />}
      {unread === null ? null : <ErrorAlert error={unread} />}
      {last === undefined || last === null ? null : <DiscoveryReport operation={last} />}
    </>
  );
}

import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { DiscoveryProgress, Operation } from "../../api/model.ts";
import { discoveredObjectsQuery, operationsPath } from "../../api/operations.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { NamedObjects } from "./discovered-objects.tsx";

interface DiscoveryDecisionProps {
  readonly operation: Operation;
  readonly discovery: DiscoveryProgress;
}

/** A discovery that would remove many objects waits until a user confirms or cancels it. */
export function DiscoveryDecision({ operation, discovery }: DiscoveryDecisionProps) {
  const say = useText();
  const may = useMay();
  const [asking, setAsking] = useState<"confirm" | "abort">();
  const { data: objects = [] } = useQuery(discoveredObjectsQuery(operation));
  const { mutate, isPending, error, reset } = useChanging([operationsPath]);
  const { removals, losses } = discovery;
  const close = () => {
    setAsking(undefined);
    reset();
  };
  return (
    <Notice kind="warning" title={say("discovery.waits")} isAlert>
      <ul>
        {losses.map(({ of, gone, known, group }) => (
          <li key={`${of} ${group}`}>{say(`discovery.loss.${of}`, { gone, known, group: group ?? "" })}</li>
        ))}
      </ul>
      <p>{say("discovery.waitsExplained")}</p>
      <div className="gatehouse-toolbar">
        {(["confirm", "abort"] as const).map((what) =>
          !may(`operations_post_${what}`) ? null : (
            <Button key={what} variant={what === "confirm" ? "danger" : "secondary"} onClick={() => setAsking(what)}>
              {say(`discovery.${what}`)}
            </Button>
          ),
        )}
      </div>
      {asking === undefined ? null : (
        <FormDialog
          title={say(`discovery.${asking}`)}
          explained={say(`discovery.${asking}Explained`)}
          action={say(`discovery.${asking}`)}
          isDanger={asking === "confirm"}
          isPending={isPending}
          error={error}
          close={close}
          send={() => mutate(call(`POST operations()/${asking}`, { key: operation.key }), { onSuccess: close })}
        >
          {asking === "confirm" && objects.length > 0 ? (
            <NamedObjects title="discovery.named.wouldGo" objects={objects} count={removals} />
          ) : null}
        </FormDialog>
      )}
    </Notice>
  );
}

import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import type { Request } from "../../api/model.ts";
import { waitingPath } from "../../api/requests.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { PageTitle } from "../../layout/announce.tsx";
import { useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { BulkDecisionDialog } from "./bulk-decision-dialog.tsx";
import { requestSource } from "./request-table.tsx";
import { waitingFilters } from "./waiting-filters.ts";

const none: ReadonlyMap<string, Request> = new Map();

/** What waits for who is signed in: to be decided, one by one or together, or to be changed and sent again. */
export function WaitingPage() {
  const say = useText();
  const [chosen, setChosen] = useState(none);
  const [decision, setDecision] = useState<"approve" | "deny">();
  const { data: targets } = useQuery(targetNamesQuery);
  const source = useMemo(
    () =>
      requestSource(say, {
        ...{ name: "waiting", title: "waiting.title", path: waitingPath, empty: "waiting.empty" },
        filters: waitingFilters(targets ?? []),
      }),
    [say, targets],
  );
  // What is chosen is decided together; otherwise the row in which the keyboard stands.
  const begin = (word: "approve" | "deny") => (row: Request | undefined) => {
    if (chosen.size === 0 && row === undefined) return;
    if (chosen.size === 0 && row !== undefined) setChosen(new Map([[row.key, row]]));
    setDecision(word);
  };
  return (
    <PageSection>
      <PageTitle name={say("waiting.title")} />
      <ResourceTable
        source={source}
        chosen={{ rows: chosen, change: setChosen }}
        keysOfRow={{ approve: begin("approve"), deny: begin("deny") }}
        actions={(["approve", "deny"] as const).map((word) => (
          <Button
            key={word}
            variant={word === "approve" ? "primary" : "secondary"}
            isDanger={word === "deny"}
            isDisabled={chosen.size === 0}
            onClick={() => setDecision(word)}
          >
            {say(`decision.${word}Chosen`, { count: chosen.size })}
          </Button>
        ))}
      />
      {decision === undefined ? null : (
        <BulkDecisionDialog
          requests={[...chosen.values()]}
          decision={decision}
          close={(left) => {
            setDecision(undefined);
            setChosen(new Map(left.map((request) => [request.key, request])));
          }}
        />
      )}
    </PageSection>
  );
}

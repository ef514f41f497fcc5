import "./waiting.css";
import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import type { Request } from "../../api/model.ts";
import { waitingPath } from "../../api/requests.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useIsWide } from "../../components/use-is-wide.ts";
import { withTexts } from "../../messages/language.ts";
import { type Say, useText } from "../../messages/text.ts";
import { useOpenRow } from "../../table/open-row.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { goToOpenRow } from "../../table/row-keys.ts";
import type { TableColumn, TableSource } from "../../table/table-column.ts";
import { BulkDecisionDialog } from "./bulk-decision-dialog.tsx";
import { OpeningLink } from "./opening-link.tsx";
import { RiskLabels } from "./request-risks.tsx";
import { requestSource } from "./request-table.tsx";
import { waitingFilters } from "./waiting-filters.ts";

const none: ReadonlyMap<string, Request> = new Map();
/** Names of the columns that are shown while a request is open beside the list. */
const besideColumns = ["number", "asked", "recipient"];

const WaitingReviews = openedLater(
  async () => (await withTexts("move-reviews", import("./waiting-reviews.tsx"))).WaitingReviews,
);
const RequestBeside = openedLater(async () => (await withTexts("own", import("./request-beside.tsx"))).RequestBeside);

const riskColumn = (say: Say): TableColumn<Request> => ({
  name: "risks",
  title: "risk.column",
  cell: ({ risks }) => <RiskLabels risks={risks} />,
  text: ({ risks = [] }) => risks.map((risk) => say(`risk.${risk}`)).join(", "),
});

function waitingSource(say: Say, targets: Parameters<typeof waitingFilters>[0], isWide: boolean): TableSource<Request> {
  const source = requestSource(say, {
    name: "waiting",
    title: "waiting.title",
    path: waitingPath,
    empty: "waiting.empty",
    filters: waitingFilters(targets),
  });
  const columns = source.columns.flatMap((column) => {
    if (column.name === "number")
      return [{ ...column, cell: (request: Request) => <OpeningLink request={request} isWide={isWide} /> }];
    return column.name === "recipient" ? [column, riskColumn(say)] : [column];
  });
  return { ...source, columns, select: "*,risks" };
}

/** Page of the requests that wait for the user: to be decided, alone or in bulk, or to be edited and resubmitted. */
export function WaitingPage() {
  const say = useText();
  const [chosen, setChosen] = useState(none);
  const [decision, setDecision] = useState<"approve" | "deny">();
  const { data: targets } = useQuery(targetNamesQuery);
  const isWide = useIsWide();
  const { open, close } = useOpenRow();
  const source = useMemo(() => waitingSource(say, targets ?? [], isWide), [say, targets, isWide]);
  // The keys decide about the selected requests, or else about the row with the focus.
  const begin = (word: "approve" | "deny") => (row: Request | undefined) => {
    if (chosen.size === 0 && row === undefined) return;
    if (chosen.size === 0 && row !== undefined) setChosen(new Map([[row.key, row]]));
    setDecision(word);
  };
  return (
    <PageSection>
      <PageTitle name={say("waiting.title")} />
      <WaitingReviews />
      <div className="gatehouse-list-and-beside">
        <div>
          <ResourceTable
            source={source}
            chosen={{ rows: chosen, change: setChosen }}
            narrowedTo={isWide && open !== undefined ? besideColumns : undefined}
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
        </div>
        {open === undefined ? null : (
          <RequestBeside
            key={open}
            open={open}
            hasKeys={chosen.size === 0}
            close={() => {
              goToOpenRow();
              close();
            }}
          />
        )}
      </div>
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

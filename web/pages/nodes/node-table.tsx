import { Button } from "@patternfly/react-core";

import type { NodesStatus } from "../../api/model.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { NodeComparison } from "./node-comparison.tsx";
import { nodeLooks, shownState } from "./node-looks.ts";

/** Action on a node. */
export type NodeAction = "address" | "pause" | "resume" | "expel";

/** A node with the chosen action. */
export interface ChosenNode {
  readonly key: string;
  readonly name: string;
  readonly publicAddress: string | null;
  readonly action: NodeAction;
}

type Link = NodesStatus["nodes"][number];

interface NodeTableProps {
  readonly status: NodesStatus;
  choose(node: ChosenNode): void;
}

const none = "—";
const columns = ["name", "state", "address", "lastPull", "lag", "held", "compared", "error", "actions"] as const;

/** A table of this node and the others, with what can be done with each. */
export function NodeTable({ status, choose }: NodeTableProps) {
  const say = useText();
  const { name, key, state, publicAddress, standsBy, schemaVersion, nodes } = status;
  return (
    <Table aria-label={say("nodes.title")}>
      <Thead>
        <Tr>
          {columns.map((column) => (
            <Th key={column}>{say(`nodes.column.${column}`)}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        <Tr>
          <Td dataLabel={say("nodes.column.name")}>
            {name} {say("nodes.thisNode")}
            <p>{say("nodes.schema", { version: schemaVersion })}</p>
          </Td>
          <Td dataLabel={say("nodes.column.state")}>
            {state === null ? (
              say("nodes.notSetUp")
            ) : (
              <StateLabel look={nodeLooks[state]}>{say(`nodes.state.${state}`)}</StateLabel>
            )}
            {standsBy === null ? null : (
              <p>
                {say("nodes.standsBy")} <span lang="en">{standsBy}</span>
              </p>
            )}
          </Td>
          <Td dataLabel={say("nodes.column.address")}>{publicAddress ?? say("nodes.noAddress")}</Td>
          <Td dataLabel={say("nodes.column.lastPull")}>{none}</Td>
          <Td dataLabel={say("nodes.column.lag")}>{none}</Td>
          <Td dataLabel={say("nodes.column.held")}>{none}</Td>
          <Td dataLabel={say("nodes.column.compared")}>{none}</Td>
          <Td dataLabel={say("nodes.column.error")}>{none}</Td>
          <Td dataLabel={say("nodes.column.actions")}>
            {key === null ? null : (
              <Actions node={{ key, name, publicAddress }} actions={["address"]} choose={choose} />
            )}
          </Td>
        </Tr>
        {nodes.map((node) => (
          <LinkRow key={node.name} node={node} choose={choose} />
        ))}
      </Tbody>
    </Table>
  );
}

function LinkRow({ node, choose }: { readonly node: Link; choose(node: ChosenNode): void }) {
  const say = useText();
  const { name, state, publicAddress, lastSuccessAt, lag, held, lastError, failures, logRows, logStanding } = node;
  const { schemaVersion, older } = node;
  const shown = shownState(node);
  return (
    <Tr>
      <Td dataLabel={say("nodes.column.name")}>
        {name}
        {schemaVersion === null ? null : <p>{say("nodes.schema", { version: schemaVersion })}</p>}
      </Td>
      <Td dataLabel={say("nodes.column.state")}>
        <StateLabel look={nodeLooks[shown]}>{say(`nodes.state.${shown}`)}</StateLabel>
        {older === null ? null : <p>{say(`nodes.older.${older}`)}</p>}
        {logStanding === "upToDate" ? null : <p>{say(`nodes.standing.${logStanding}`, { rows: logRows })}</p>}
      </Td>
      <Td dataLabel={say("nodes.column.address")}>{publicAddress ?? say("nodes.noAddress")}</Td>
      <Td dataLabel={say("nodes.column.lastPull")}>
        {lastSuccessAt === null ? say("nodes.never") : <Moment at={lastSuccessAt} />}
      </Td>
      <Td dataLabel={say("nodes.column.lag")}>{lag === null ? none : say("nodes.milliseconds", { ms: lag.p95 })}</Td>
      <Td dataLabel={say("nodes.column.held")}>
        {held.length === 0 ? (
          none
        ) : (
          <ul className="gatehouse-plain-list">
            {held.map(({ origin, seq, reason }) => (
              <li key={origin}>{say("nodes.heldChange", { origin, seq, reason })}</li>
            ))}
          </ul>
        )}
      </Td>
      <Td dataLabel={say("nodes.column.compared")}>
        <NodeComparison node={node} />
      </Td>
      <Td dataLabel={say("nodes.column.error")}>
        {lastError === null ? (
          none
        ) : (
          <>
            {say("nodes.failures", { count: failures })} <span lang="en">{lastError}</span>
          </>
        )}
      </Td>
      <Td dataLabel={say("nodes.column.actions")}>
        <Actions node={node} actions={actionsOf(state)} choose={choose} />
      </Td>
    </Tr>
  );
}

function actionsOf(state: Link["state"]): readonly NodeAction[] {
  if (state === "expelled") return [];
  return state === "paused" ? ["address", "resume", "expel"] : ["address", "pause", "expel"];
}

interface ActionsProps {
  readonly node: Omit<ChosenNode, "action">;
  readonly actions: readonly NodeAction[];
  choose(node: ChosenNode): void;
}

const policies = {
  address: "nodes_patch_update",
  pause: "nodes_post_pause",
  resume: "nodes_post_resume",
  expel: "nodes_post_expel",
} as const;

function Actions({ node: { key, name, publicAddress }, actions, choose }: ActionsProps) {
  const say = useText();
  const may = useMay();
  return actions
    .filter((action) => may(policies[action]))
    .map((action) => (
      <Button
        key={action}
        variant="link"
        size="sm"
        isDanger={action === "expel"}
        aria-label={say("action.on", { action: say(`nodes.${action}`), name })}
        onClick={() => choose({ key, name, publicAddress, action })}
      >
        {say(`nodes.${action}`)}
      </Button>
    ));
}

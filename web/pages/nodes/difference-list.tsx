import { Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { differencesQuery } from "../../api/nodes.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

const columns = ["table", "key", "kind", "columns", "node", "own", "other"] as const;

/** The rows that nodes have differently, as the last comparisons have found them. */
export function DifferenceList() {
  const say = useText();
  const { data, error } = useQuery(differencesQuery);
  return (
    <section aria-labelledby="node-differences">
      <Title headingLevel="h2" id="node-differences">
        {say("differences.title")}
      </Title>
      <p>{say("differences.explained")}</p>
      {error === null ? null : <ErrorAlert error={error} title={say("differences.unreadable")} />}
      {data === undefined && error === null ? <Skeleton screenreaderText={say("state.loading")} height="4rem" /> : null}
      {data?.differences.length === 0 ? <p>{say("differences.empty")}</p> : null}
      {data === undefined || data.differences.length === 0 ? null : (
        <Table aria-label={say("differences.title")}>
          <Thead>
            <Tr>
              {columns.map((column) => (
                <Th key={column}>{say(`differences.${column}`)}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {data.differences.map((one) => (
              <Tr key={`${one.node} ${one.table} ${one.key}`}>
                <Td dataLabel={say("differences.table")}>
                  <code>{one.table}</code>
                </Td>
                <Td dataLabel={say("differences.key")}>{one.key}</Td>
                <Td dataLabel={say("differences.kind")}>{say(`differences.kind.${one.kind}`)}</Td>
                <Td dataLabel={say("differences.columns")}>{one.columns || "—"}</Td>
                <Td dataLabel={say("differences.node")}>{one.node || "—"}</Td>
                <Td dataLabel={say("differences.own")}>
                  {one.ownAt === null ? "—" : <Moment at={one.ownAt} />} {one.ownNode}
                </Td>
                <Td dataLabel={say("differences.other")}>
                  {one.otherAt === null ? "—" : <Moment at={one.otherAt} />} {one.otherNode}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {data?.more === true ? <p>{say("differences.more")}</p> : null}
    </section>
  );
}

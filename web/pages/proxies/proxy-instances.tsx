import { Label, Title } from "@patternfly/react-core";

import type { ProxyInstance } from "../../api/model.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type TextKey, useText } from "../../messages/text.ts";

const columns = [
  "proxy.state",
  "proxy.started",
  "declared.proxyServers.lastSeenAt",
  "declared.proxyServers.softwareVersion",
  "proxy.orders",
  "proxy.clock",
] as const satisfies readonly TextKey[];

/** Processes of a proxy, which run in parallel; there are only a few. */
export function ProxyInstances({ instances }: { readonly instances: readonly ProxyInstance[] }) {
  const say = useText();
  const [state, started, seen, version, orders, clock] = columns;
  return (
    <section>
      <Title headingLevel="h2">{say("proxy.processes")}</Title>
      {instances.length === 0 ? (
        <p>{say("proxy.noProcesses")}</p>
      ) : (
        <Table aria-label={say("proxy.processes")}>
          <Thead>
            <Tr>
              {columns.map((column) => (
                <Th key={column} className="pf-m-wrap">
                  {say(column)}
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {instances.map((one) => (
              <Tr key={one.id}>
                <Td dataLabel={say(state)}>
                  <Label isCompact {...(one.online && { status: "success" as const })}>
                    {say(
                      one.stoppedAt !== null ? "proxy.stopped" : one.online ? "proxy.state.online" : "proxy.state.away",
                    )}
                  </Label>
                </Td>
                <Td dataLabel={say(started)}>
                  <Moment at={one.startedAt} />
                </Td>
                <Td dataLabel={say(seen)}>
                  <Moment at={one.lastSeenAt} />
                </Td>
                <Td dataLabel={say(version)}>
                  {one.softwareVersion}{" "}
                  {one.comparedToService === null || one.comparedToService === "same"
                    ? null
                    : say(`proxy.compared.${one.comparedToService}`)}
                </Td>
                <Td dataLabel={say(orders)}>{one.ordersUnderWay}</Td>
                <Td dataLabel={say(clock)}>
                  {say("proxy.clockSeconds", { seconds: Math.round(one.clockSkewMs / 1_000) })}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  );
}

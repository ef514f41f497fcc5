import { Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { enrolledProxiesQuery } from "../../api/proxies.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { type TextKey, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ProxyState } from "../proxies/proxy-state.tsx";
import { type KnownConnector, knownConnectors } from "./known-connectors.ts";

const columns = [
  "connector.id",
  "connector.version",
  "connector.proxies",
  "connector.capabilities",
] as const satisfies readonly TextKey[];

/** Connectors that enrolled proxies have reported, with their proxies, and those that could not be loaded. */
export function ConnectorList() {
  const say = useText();
  const { data: proxies, error } = useQuery(enrolledProxiesQuery);
  const connectors = knownConnectors(proxies ?? []);
  return (
    <section aria-labelledby="connectors-title" className="gatehouse-below">
      <Title headingLevel="h2" id="connectors-title">
        {say("connectors.list")}
      </Title>
      {error === null ? null : <ErrorAlert error={error} title={say("connectors.unreadable")} />}
      {proxies === undefined && error === null ? <Skeleton screenreaderText={say("state.loading")} /> : null}
      {proxies?.flatMap(({ id: proxy, failedConnectors }) =>
        failedConnectors.map(({ name, message }) => (
          <Notice key={`${proxy} ${name}`} kind="danger" title={say("connector.failed", { name, proxy })}>
            <p lang="en">{message}</p>
          </Notice>
        )),
      )}
      {proxies === undefined ? null : connectors.length === 0 ? (
        <p>{say("connectors.none")}</p>
      ) : (
        <ConnectorTable connectors={connectors} />
      )}
    </section>
  );
}

function ConnectorTable({ connectors }: { readonly connectors: readonly KnownConnector[] }) {
  const say = useText();
  const [id, version, proxies, capabilities] = columns;
  return (
    <Table aria-label={say("connectors.list")}>
      <Thead>
        <Tr>
          {columns.map((column) => (
            <Th key={column}>{say(column)}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {connectors.map((one) => (
          <Tr key={`${one.id} ${one.version}`}>
            <Td dataLabel={say(id)}>{one.id}</Td>
            <Td dataLabel={say(version)}>{one.version}</Td>
            <Td dataLabel={say(proxies)}>
              <ul className="gatehouse-plain-list">
                {one.proxies.map((proxy) => (
                  <li key={proxy}>
                    <Link to={paths.proxy(proxy)}>{proxy}</Link> <ProxyState id={proxy} />
                  </li>
                ))}
              </ul>
            </Td>
            <Td dataLabel={say(capabilities)} className="gatehouse-value">
              {one.capabilities.join(", ")}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

import { PageSection } from "@patternfly/react-core";

import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ConnectorList } from "./connector-list.tsx";
import { PlugInList } from "./plug-in-list.tsx";

/** The connectors that proxies have, and the plug-ins of the service, each with what is wrong with them. */
export function ConnectorsPage() {
  const say = useText();
  const may = useMay();
  return (
    <PageSection>
      <PageTitle name={say("connectors.title")} />
      <p>{say("connectors.explained")}</p>
      <ConnectorList />
      {may("nodes_plugins_get") ? <PlugInList /> : null}
    </PageSection>
  );
}

import { PageSection } from "@patternfly/react-core";

import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ConnectorList } from "./connector-list.tsx";
import { PlugInList } from "./plug-in-list.tsx";

/** Page of the connectors of the proxies and the plug-ins of the service, each with its errors. */
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

import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import { requestsPath } from "../../api/requests.ts";
import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { requestSource } from "./request-table.tsx";

/** Page of the requests that the user may see: as requester, as recipient, or by policies. */
export function RequestsPage() {
  const say = useText();
  const source = useMemo(
    () =>
      requestSource(say, { name: "requests", title: "requests.title", path: requestsPath, empty: "requests.empty" }),
    [say],
  );
  return (
    <PageSection>
      <PageTitle name={say("requests.title")} />
      <ResourceTable source={source} whereEmpty={<Link to={paths.ask}>{say("ask.title")}</Link>} />
    </PageSection>
  );
}
